#pragma once

#include <stdbool.h>
#include <stddef.h>

/// # CBrowserRuntime
///
/// The few functions of a C library that Embedded Swift calls, for WebAssembly without one:
/// memory (`allocator.c`), and comparison, random numbers, long multiplication and the stack's
/// guard (`support.c`). Copying and filling are instructions of WebAssembly (bulk memory).
///
/// Natively the target defines nothing: the system's own library has it all.

#if defined(__wasm__)

void *_Nullable malloc(size_t size);
void free(void *_Nullable address);

#else

#include <stdlib.h>

#endif

/// Memory for bytes that come from outside; null where there is none. Where Swift's own allocations
/// stop the program, this can be refused.
static inline void *_Nullable runtime_allocate(size_t size) { return malloc(size); }

/// Gives back what ``runtime_allocate`` gave; null is nothing.
static inline void runtime_free(void *_Nullable address) { free(address); }

/// Whether `count` bytes from an address on lie within the memory.
static inline bool runtime_holds(const void *_Nonnull address, size_t count) {
#if defined(__wasm__)
  unsigned long long end = (unsigned long long)(size_t)address + count;
  return end <= (unsigned long long)__builtin_wasm_memory_size(0) << 16;
#else
  return address != 0 && count > 0;
#endif
}
