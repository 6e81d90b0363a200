#include <nettle/sha2.h>
#include <nettle/version.h>

/// Writes the 32 bytes of the hash, and begins anew. Nettle 4 no longer asks for their number.
static inline void busylife_sha256_finish(struct sha256_ctx *context, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(context, digest);
#else
  sha256_digest(context, SHA256_DIGEST_SIZE, digest);
#endif
}
