// Glibc shows renameat2(2) to GNU sources only, and Swift's import is none.
#define _GNU_SOURCE
#include "CFileExchange.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int busylife_exchange(const char *first, const char *second) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#elif defined(__APPLE__)
  return renamex_np(first, second, RENAME_SWAP);
#else
  (void)first;
  (void)second;
  errno = ENOSYS;
  return -1;
#endif
}

int busylife_move(const char *from, const char *to) {
#if defined(__linux__) && defined(RENAME_NOREPLACE)
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#elif defined(__APPLE__)
  return renamex_np(from, to, RENAME_EXCL);
#else
  (void)from;
  (void)to;
  errno = ENOSYS;
  return -1;
#endif
}
