// Declares the functions that limit the expansion of entities. The builds of the library in Debian and Homebrew have
// them.
#define XML_DTD 1
#include <expat.h>
