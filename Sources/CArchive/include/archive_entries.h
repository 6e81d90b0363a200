/// The entries of a ZIP archive in memory, with libarchive.
///
/// libarchive is opened when the first archive is read, and not linked: few contents have an archive, and every run of
/// the command would load it and the libraries that it brings. Building needs none of its headers: the functions used
/// here are part of its ABI (its soname has been 13 since 2013, and 2 in macOS).
#ifndef BUSYLIFE_ARCHIVE_ENTRIES_H
#define BUSYLIFE_ARCHIVE_ENTRIES_H

#include <stddef.h>

enum busylife_archive_outcome {
  busylife_archive_ok = 0,
  /// There are no more entries.
  busylife_archive_end = 1,
  /// There is no libarchive on this machine.
  busylife_archive_no_library = 2,
  /// The archive, or this entry, can't be understood; `busylife_archive_error` says why.
  busylife_archive_damaged = 3,
  /// The entry has more bytes than the limit.
  busylife_archive_too_large = 4,
};

struct busylife_archive;

/// One entry. The name is valid until the next entry is read.
struct busylife_archive_entry {
  /// As in the archive, not to be used as a path.
  const char *name;
  int is_file;
  int is_encrypted;
};

/// Begins to read an archive. The bytes must outlive it. `*archive` is to be passed to `busylife_archive_close` unless
/// it is null.
enum busylife_archive_outcome busylife_archive_open(
    const void *bytes, size_t count, struct busylife_archive **archive);

enum busylife_archive_outcome busylife_archive_next(
    struct busylife_archive *archive, struct busylife_archive_entry *entry);

/// Unpacks the entry that was read last. `*bytes` is to be passed to `busylife_archive_free` whatever the outcome.
enum busylife_archive_outcome busylife_archive_read(
    struct busylife_archive *archive, size_t limit, unsigned char **bytes, size_t *count);

/// Why the last call failed.
const char *busylife_archive_error(struct busylife_archive *archive);

void busylife_archive_free(unsigned char *bytes);
void busylife_archive_close(struct busylife_archive *archive);

#endif
