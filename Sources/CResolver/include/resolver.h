/// One question to the domain name system, by the system's resolver.
#ifndef BUSYLIFE_RESOLVER_H
#define BUSYLIFE_RESOLVER_H

#include <stddef.h>

/// Asks for the records of a type and waits for the answer, for some seconds at most.
/// @param server the IPv4 address of the name server to ask, in numbers; NULL for those of the system.
/// @param port that of `server`.
/// @return the number of bytes of the answer, a message as in RFC 1035; more than `room` if it was cut off; negative if
/// there is none.
int busylife_resolve(const char *name, int type, const char *server, unsigned short port, unsigned char *answer,
                     size_t room);

#endif
