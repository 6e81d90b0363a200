// Glibc declares renameat2(2) for GNU sources only, which Swift's import is not.
#define _GNU_SOURCE
#include "CFileExchange.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#if defined(__APPLE__)
#define rename_with renameatx_np
#define EXCHANGE RENAME_SWAP
#define NO_REPLACE RENAME_EXCL
#elif defined(__linux__) && defined(RENAME_EXCHANGE) && defined(RENAME_NOREPLACE)
#define rename_with renameat2
#define EXCHANGE RENAME_EXCHANGE
#define NO_REPLACE RENAME_NOREPLACE
#else
#define EXCHANGE 0
#define NO_REPLACE 0
static int rename_with(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  (void)from_folder, (void)from, (void)to_folder, (void)to, (void)flags;
  errno = ENOSYS;
  return -1;
}
#endif

int busylife_exchange(int folder, const char *first, const char *second) {
  return rename_with(folder, first, folder, second, EXCHANGE);
}

int busylife_move(int folder, const char *from, const char *to) {
  return rename_with(folder, from, folder, to, NO_REPLACE);
}
