#pragma once

#include <stddef.h>
#include <stdint.h>

/// Looks up what begins at every eighth byte in a table of bits: six bytes regardless of ASCII case, multiplied so that
/// the highest bits give the place in the table. Writes the offsets of those that are there.
/// - bits: as many as the hash has values after it is shifted; shift is at most 58.
/// - places: has room for count / 8 + 1.
/// Returns the number of places.
size_t busylife_find_grams(const uint8_t *bytes, size_t count, const uint64_t *bits, unsigned shift, uint32_t *places);

/// The fewest characters of a run that is found.
enum { BUSYLIFE_SHORTEST_RUN = 15 };

/// What the search for runs has to know of the bytes before those that it looks at; zero at the beginning.
typedef struct {
  uint64_t one, two, four, eight, all;
} BusylifeRuns;

/// Finds runs of characters of base64 in both alphabets (letters, digits, `+/-_`), to which those of hexadecimal belong
/// too. Writes the offset of the last of the first 15 characters of each run that has so many.
/// - places: has room for count / 16 + 1.
/// Returns the number of places.
size_t busylife_find_runs(const uint8_t *bytes, size_t count, BusylifeRuns *state, uint32_t *places);

/// Marks what can begin an escape: percent signs, ampersands, backslashes and zero bytes; with folds, spaces and tabs
/// after line feeds too. Writes a word for each 64 bytes, the first byte's bit lowest.
/// - before: the byte before the first one.
void busylife_mark_escapes(const uint8_t *bytes, size_t count, int folds, uint8_t before, uint64_t *marks);
