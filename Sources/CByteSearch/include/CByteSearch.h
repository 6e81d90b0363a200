#pragma once

#include <stddef.h>
#include <stdint.h>

/// Looks up what begins at every eighth byte in a table of bits: six bytes regardless of ASCII case, multiplied so that
/// the highest bits give the place in the table. Writes the offsets of those that are there.
/// - bits: as many as the hash has values after it is shifted; shift is at most 58.
/// - places: has room for count / 8 + 1.
/// Returns the number of places.
size_t busylife_find_grams(const uint8_t *bytes, size_t count, const uint64_t *bits, unsigned shift, uint32_t *places);

/// Marks what can begin an escape: percent signs, ampersands, backslashes and zero bytes; with folds, spaces and tabs
/// after line feeds too. Writes a word for each 64 bytes, the first byte's bit lowest.
/// - before: the byte before the first one.
void busylife_mark_escapes(const uint8_t *bytes, size_t count, int folds, uint8_t before, uint64_t *marks);
