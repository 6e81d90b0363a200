// Glibc declares renameat2(2) for GNU sources only, which Swift's import is not.
#define _GNU_SOURCE
#include "CFileExchange.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int busylife_exchange(int folder, const char *first, const char *second) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
  return renameat2(folder, first, folder, second, RENAME_EXCHANGE);
#elif defined(__APPLE__)
  return renameatx_np(folder, first, folder, second, RENAME_SWAP);
#else
  (void)folder;
  (void)first;
  (void)second;
  errno = ENOSYS;
  return -1;
#endif
}

int busylife_move(int folder, const char *from, const char *to) {
#if defined(__linux__) && defined(RENAME_NOREPLACE)
  return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
#elif defined(__APPLE__)
  return renameatx_np(folder, from, folder, to, RENAME_EXCL);
#else
  (void)folder;
  (void)from;
  (void)to;
  errno = ENOSYS;
  return -1;
#endif
}
