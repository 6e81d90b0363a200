// Other C library functions that Embedded Swift calls.

#if defined(__wasm__)

#include <stddef.h>
#include <stdint.h>

static uint64_t wordAt(const unsigned char *bytes) {
  uint64_t word;
  __builtin_memcpy(&word, bytes, sizeof word);
  return word;
}

/// Compares eight bytes at a time while they are equal.
int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *mine = left, *theirs = right;
  while (count >= 8 && wordAt(mine) == wordAt(theirs)) {
    mine += 8;
    theirs += 8;
    count -= 8;
  }
  for (; count > 0; mine++, theirs++, count--) {
    if (*mine != *theirs) return *mine < *theirs ? -1 : 1;
  }
  return 0;
}

/// Seeds the hashing of sets and dictionaries. The module has no imports, so no source of randomness: the numbers are
/// those of SplitMix64 (Steele, Lea and Flood, 2014) from a fixed seed, the same in every run. Not for secrets, of
/// which there are none here.
void arc4random_buf(void *buffer, size_t count) {
  static uint64_t state = 0x9e3779b97f4a7c15;
  unsigned char *bytes = buffer;
  uint64_t mixed = 0;
  for (size_t index = 0; index < count; index++) {
    if (index % 8 == 0) {
      mixed = state += 0x9e3779b97f4a7c15;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      mixed ^= mixed >> 31;
    }
    bytes[index] = (unsigned char)(mixed >> (index % 8 * 8));
  }
}

/// The product of 128-bit integers, for which the compiler has no instruction: schoolbook multiplication of 32-bit
/// halves, the higher words modulo 2¹²⁸.
__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t aLow = (uint32_t)a, aHigh = a >> 32, bLow = (uint32_t)b, bHigh = b >> 32;
  uint64_t low = aLow * bLow;
  uint64_t middle = aHigh * bLow + (low >> 32);
  uint64_t other = aLow * bHigh + (uint32_t)middle;
  uint64_t high = aHigh * bHigh + (middle >> 32) + (other >> 32);
  high += (uint64_t)(left >> 64) * b + a * (uint64_t)(right >> 64);
  return (__int128)(((unsigned __int128)high << 64) | (other << 32) | (uint32_t)low);
}

/// The canary that functions with buffers on the stack check. A zero byte in it stops overflowing string copies.
uintptr_t __stack_chk_guard = 0x00e9a5c3;

_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

#endif
