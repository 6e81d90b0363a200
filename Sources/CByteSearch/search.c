#include "CByteSearch.h"
#include <stdbool.h>
#include <string.h>

// Compiled for several processors, of which the best is taken when the program starts. That happens in glibc's loader,
// before sanitizers are ready.
#if defined(__x86_64__) && defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx512bw", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif
#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

size_t busylife_find_grams(const uint8_t *bytes, size_t count, const uint64_t *bits, unsigned shift, uint32_t *places) {
  size_t found = 0;
  // Each place is written, and only kept if it is one: few can be foreseen, and a wrong guess takes as long as ten
  // looks.
#pragma clang loop unroll_count(4)
  for (size_t offset = 0; offset + 8 <= count; offset += 8) {
    uint64_t bit = (load(bytes + offset) << 16 | 0x2020202020200000u) * 0x9E3779B97F4A7C15u >> shift;
    places[found] = (uint32_t)offset;
    found += bits[bit >> 6] >> (bit & 63) & 1;
  }
  return found;
}

/// 64 bytes, and a bit for each of them.
typedef uint8_t Block __attribute__((ext_vector_type(64), aligned(1)));
typedef bool Bits __attribute__((ext_vector_type(64)));

/// A bit for each byte of which a comparison is true, the first byte's bit lowest.
#define MASK(comparison) __builtin_bit_cast(uint64_t, __builtin_convertvector(comparison, Bits))

/// Reads the 64 bytes at an offset; after the end there are full stops.
INLINE void read(Block *block, const uint8_t *bytes, size_t count, size_t offset) {
  if (count - offset >= 64) {
    memcpy(block, bytes + offset, 64);
  } else {
    memset(block, '.', 64);
    memcpy(block, bytes + offset, count - offset);
  }
}

FOR_EACH_PROCESSOR
void busylife_mark_escapes(const uint8_t *bytes, size_t count, int folds, uint8_t before, uint64_t *marks) {
  uint64_t feed = before == '\n';
  for (size_t offset = 0; offset < count; offset += 64) {
    Block block;
    read(&block, bytes, count, offset);
    uint64_t marked = MASK((block == '%') | (block == '&') | (block == '\\') | (block == 0));
    if (folds) {
      uint64_t feeds = MASK(block == '\n');
      if ((feeds | feed) != 0) marked |= (feeds << 1 | feed) & MASK((block == ' ') | (block == '\t'));
      feed = feeds >> 63;
    }
    *marks++ = marked;
  }
}
