// Declares the functions that bound the expansion of entities. Every build of the library that Debian and
// Homebrew ship has them.
#define XML_DTD 1
#include <expat.h>
