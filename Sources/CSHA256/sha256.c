#include "CSHA256.h"
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotated(uint32_t word, unsigned places) { return word >> places | word << (32 - places); }

/// Any processor: the steps as FIPS 180-4 writes them.
static void add_blocks(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
      words[i] = (uint32_t)bytes[i * 4] << 24 | (uint32_t)bytes[i * 4 + 1] << 16 | (uint32_t)bytes[i * 4 + 2] << 8 |
                 bytes[i * 4 + 3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t a = words[i - 15], b = words[i - 2];
      words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
                 (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
      uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] +
                       words[i];
      uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)
/// Intel's and AMD's own instructions: four times as fast. They hold the state as ABEF and CDGH, and take four words a
/// step.
__attribute__((target("sha,sse4.1,ssse3"))) static void add_blocks_sha(
    uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[0]), 0xB1);
  __m128i cdgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[4]), 0x1B);
  __m128i abef = _mm_alignr_epi8(abcd, cdgh, 8);
  cdgh = _mm_blend_epi16(cdgh, abcd, 0xF0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + i * 16)), big_endian);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i four = words[i & 3];
      __m128i sum = _mm_add_epi32(four, _mm_loadu_si128((const __m128i *)&constants[i * 4]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (i < 12) {
        __m128i next = _mm_sha256msg1_epu32(four, words[(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4));
        words[i & 3] = _mm_sha256msg2_epu32(next, words[(i + 3) & 3]);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(dchg, feba, 8));
}

/// Whether the processor has them.
static int has_sha(void) {
  static _Atomic int known = 0;
  if (known == 0) {
    unsigned a, b, c, d;
    int found = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
    found = found && __get_cpuid(1, &a, &b, &c, &d) && (c >> 19 & 1) && (c >> 9 & 1);
    known = found ? 2 : 1;
  }
  return known == 2;
}
#endif

static void add_all(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
#if defined(__x86_64__)
  if (has_sha()) {
    add_blocks_sha(state, bytes, blocks);
    return;
  }
#endif
  add_blocks(state, bytes, blocks);
}

void busylife_sha256_begin(BusylifeSHA256 *hash) {
  static const uint32_t first[8] = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(hash->state, first, sizeof first);
  hash->count = 0;
}

void busylife_sha256_add(BusylifeSHA256 *hash, const void *start, size_t count) {
  if (count == 0) return;
  const uint8_t *bytes = start;
  size_t held = hash->count & 63;
  hash->count += count;
  if (held > 0) {
    size_t taken = count < 64 - held ? count : 64 - held;
    memcpy(hash->rest + held, bytes, taken);
    bytes += taken, count -= taken;
    if (held + taken < 64) return;
    add_all(hash->state, hash->rest, 1);
  }
  add_all(hash->state, bytes, count / 64);
  memcpy(hash->rest, bytes + count / 64 * 64, count & 63);
}

void busylife_sha256_finish(BusylifeSHA256 *hash, uint8_t *digest) {
  const uint64_t bits = hash->count << 3;
  const size_t held = hash->count & 63;
  uint8_t tail[128] = {0};
  memcpy(tail, hash->rest, held);
  tail[held] = 0x80;
  const size_t end = held < 56 ? 64 : 128;
  for (int i = 0; i < 8; i++) tail[end - 1 - i] = (uint8_t)(bits >> (i * 8));
  add_all(hash->state, tail, end / 64);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - i % 4 * 8));
}
