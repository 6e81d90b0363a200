#include "archive_entries.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/types.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// From archive.h and archive_entry.h.
enum {
  ARCHIVE_EOF = 1,
  ARCHIVE_OK = 0,
  ARCHIVE_RETRY = -10,
  ARCHIVE_WARN = -20,
  AE_IFMT = 0170000,
  AE_IFREG = 0100000,
  /// Bytes that are unpacked at a time.
  CHUNK = 1 << 16,
};

static struct {
  int is_there;
  void *(*read_new)(void);
  int (*read_support_format_zip_seekable)(void *);
  int (*read_open_memory)(void *, const void *, size_t);
  int (*read_next_header)(void *, void **);
  ssize_t (*read_data)(void *, void *, size_t);
  int (*read_free)(void *);
  const char *(*error_string)(void *);
  const char *(*entry_pathname)(void *);
  const char *(*entry_pathname_utf8)(void *);
  unsigned (*entry_filetype)(void *);
  int (*entry_is_data_encrypted)(void *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/usr/lib/libarchive.2.dylib", "libarchive.13.dylib",
#else
      "libarchive.so.13",
#endif
  };
  void *handle = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !handle; i++)
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
#define FIND(name) (*(void **)&library.name = dlsym(handle, "archive_" #name))
  library.is_there = FIND(read_new) && FIND(read_support_format_zip_seekable) && FIND(read_open_memory) &&
                     FIND(read_next_header) && FIND(read_data) && FIND(read_free) && FIND(error_string) &&
                     FIND(entry_pathname) && FIND(entry_pathname_utf8) && FIND(entry_filetype) &&
                     FIND(entry_is_data_encrypted);
#undef FIND
}

struct busylife_archive {
  void *reader;
  /// libarchive gives names only in an encoding that has their characters: that of the thread's locale.
  locale_t locale;
};

enum busylife_archive_outcome busylife_archive_open(
    const void *bytes, size_t count, struct busylife_archive **archive) {
  *archive = NULL;
  pthread_once(&once, open_library);
  if (!library.is_there) return busylife_archive_no_library;
  struct busylife_archive *made = calloc(1, sizeof *made);
  if (!made) return busylife_archive_damaged;
  made->reader = library.read_new();
  if (!made->reader) {
    free(made);
    return busylife_archive_damaged;
  }
  *archive = made;
  made->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (!made->locale) made->locale = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
  // Only ZIP, by its directory at the end: whatever else libarchive reads stays out of reach.
  if (library.read_support_format_zip_seekable(made->reader) < ARCHIVE_WARN ||
      library.read_open_memory(made->reader, bytes, count) < ARCHIVE_WARN)
    return busylife_archive_damaged;
  return busylife_archive_ok;
}

enum busylife_archive_outcome busylife_archive_next(
    struct busylife_archive *archive, struct busylife_archive_entry *entry) {
  void *found = NULL;
  locale_t outer = archive->locale ? uselocale(archive->locale) : (locale_t)0;
  int code = library.read_next_header(archive->reader, &found);
  if ((code == ARCHIVE_OK || code == ARCHIVE_WARN) && found) {
    // Names in UTF-8; those in another encoding as they are.
    entry->name = library.entry_pathname_utf8(found);
    if (!entry->name) entry->name = library.entry_pathname(found);
    if (!entry->name) entry->name = "";
  }
  if (archive->locale) uselocale(outer);
  if (code == ARCHIVE_EOF) return busylife_archive_end;
  if ((code != ARCHIVE_OK && code != ARCHIVE_WARN) || !found) return busylife_archive_damaged;
  entry->is_file = (library.entry_filetype(found) & AE_IFMT) == AE_IFREG;
  entry->is_encrypted = library.entry_is_data_encrypted(found) > 0;
  return busylife_archive_ok;
}

enum busylife_archive_outcome busylife_archive_read(
    struct busylife_archive *archive, size_t limit, unsigned char **bytes, size_t *count) {
  *bytes = NULL;
  *count = 0;
  size_t room = 0;
  for (;;) {
    if (room - *count < CHUNK) {
      size_t larger = room ? room * 2 : 4 * CHUNK;
      unsigned char *moved = realloc(*bytes, larger);
      if (!moved) return busylife_archive_too_large;
      *bytes = moved;
      room = larger;
    }
    ssize_t got = library.read_data(archive->reader, *bytes + *count, CHUNK);
    if (got == 0) return busylife_archive_ok;
    if (got == ARCHIVE_RETRY) continue;
    if (got < 0) return busylife_archive_damaged;
    if ((size_t)got > limit - *count) return busylife_archive_too_large;
    *count += (size_t)got;
  }
}

const char *busylife_archive_error(struct busylife_archive *archive) {
  const char *words = archive ? library.error_string(archive->reader) : NULL;
  return words ? words : "no reason is given";
}

void busylife_archive_free(unsigned char *bytes) { free(bytes); }

void busylife_archive_close(struct busylife_archive *archive) {
  if (!archive) return;
  library.read_free(archive->reader);
  if (archive->locale) freelocale(archive->locale);
  free(archive);
}
