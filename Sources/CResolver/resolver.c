#include "resolver.h"

#include <sys/types.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <resolv.h>
#include <string.h>

int busylife_resolve(const char *name, int type, const char *server, unsigned short port, unsigned char *answer,
                     size_t room) {
  // A state of its own: questions may be asked by several threads.
  struct __res_state state;
  memset(&state, 0, sizeof state);
  if (res_ninit(&state) != 0) return -1;
  // The usual five seconds for each of several tries are more than a build can wait.
  state.retrans = 2;
  state.retry = 2;
  if (server) {
    struct sockaddr_in *first = &state.nsaddr_list[0];
    memset(first, 0, sizeof *first);
    first->sin_family = AF_INET;
    first->sin_port = htons(port);
    if (inet_pton(AF_INET, server, &first->sin_addr) != 1) {
      res_nclose(&state);
      return -1;
    }
    state.nscount = 1;
  }
  int count = res_nquery(&state, name, ns_c_in, type, answer, (int)room);
  res_nclose(&state);
  return count;
}
