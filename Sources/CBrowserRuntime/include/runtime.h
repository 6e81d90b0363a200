#pragma once

#include <stdbool.h>
#include <stddef.h>

/// # CBrowserRuntime
///
/// The few C library functions that Embedded Swift calls, for WebAssembly without a C library: memory (`allocator.c`),
/// and comparison, random numbers, 128-bit multiplication and the stack guard (`support.c`). Copying and filling are
/// WebAssembly instructions (bulk memory).
///
/// Natively the target defines nothing: the system's library has all of them.

#if defined(__wasm__)

void *_Nullable malloc(size_t size);
void free(void *_Nullable address);

#else

#include <stdlib.h>

#endif

/// Memory for bytes from the script; null if there is none. Swift's own allocations trap in that case, this one can
/// fail.
static inline void *_Nullable runtime_allocate(size_t size) { return malloc(size); }

/// Frees what ``runtime_allocate`` returned; null does nothing.
static inline void runtime_free(void *_Nullable address) { free(address); }

/// Whether `count` bytes from an address on are within the memory.
static inline bool runtime_holds(const void *_Nonnull address, size_t count) {
#if defined(__wasm__)
  unsigned long long end = (unsigned long long)(size_t)address + count;
  return end <= (unsigned long long)__builtin_wasm_memory_size(0) << 16;
#else
  return address != 0 && count > 0;
#endif
}
