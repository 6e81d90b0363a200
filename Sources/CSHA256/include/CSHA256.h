#pragma once

#include <stddef.h>
#include <stdint.h>

/// The SHA-256 of bytes that arrive in parts (FIPS 180-4): by the processor's own instructions where it has them.
typedef struct {
  uint32_t state[8];
  uint64_t count;
  uint8_t rest[64];
} BusylifeSHA256;

/// Must come before anything else.
void busylife_sha256_begin(BusylifeSHA256 *hash);

/// Adds bytes. O(count).
void busylife_sha256_add(BusylifeSHA256 *hash, const void *bytes, size_t count);

/// Writes the 32 bytes of the hash; nothing can be added afterwards.
void busylife_sha256_finish(BusylifeSHA256 *hash, uint8_t *digest);
