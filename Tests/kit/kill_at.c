// Kills the process that has loaded this library when it makes a given call for the n-th time, before the call has any
// effect: KILL_AT="renameat 3". `strace` can do that too, but stops at every call of any kind.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <unistd.h>

static void count(const char *call) {
  static atomic_int calls;
  const char *wanted = getenv("KILL_AT");
  size_t length = strlen(call);
  if (!wanted || strncmp(wanted, call, length) != 0 || wanted[length] != ' ') return;
  if (atomic_fetch_add(&calls, 1) + 1 == atoi(wanted + length)) kill(getpid(), SIGKILL);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int renameat(int from, const char *name, int to, const char *newer) {
  count("renameat");
  return NEXT(renameat)(from, name, to, newer);
}

int unlinkat(int folder, const char *name, int flags) {
  count("unlinkat");
  return NEXT(unlinkat)(folder, name, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  count("mkdirat");
  return NEXT(mkdirat)(folder, name, mode);
}
