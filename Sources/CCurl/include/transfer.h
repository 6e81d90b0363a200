/// One request over HTTP, with libcurl.
///
/// libcurl is opened at the first request, and not linked: it brings some thirty libraries with it, and most runs of
/// the command make no requests. Building needs none of its headers: the numbers of its options are part of its ABI and
/// have been the same since 7.19 (its soname has been 4 since 2006).
#ifndef BUSYLIFE_TRANSFER_H
#define BUSYLIFE_TRANSFER_H

#include <stddef.h>

/// A request and its limits.
struct busylife_request {
  /// http: or https:
  const char *url;
  const char *user_agent;
  /// Header lines such as `If-None-Match: "a"`, without line endings.
  const char *const *headers;
  size_t header_count;
  /// Time limits for connecting, and for everything.
  long connect_milliseconds;
  long total_milliseconds;
  /// Bytes of the body, after decompression.
  size_t body_limit;
  long redirects;
};

enum busylife_outcome {
  busylife_answered = 0,
  /// There is no libcurl on this machine.
  busylife_no_library = 1,
  /// The body has more bytes than the limit.
  busylife_too_large = 2,
  /// No complete answer; `error` says why.
  busylife_failed = 3,
};

/// The answer. To be passed to `busylife_reply_free` whatever the outcome.
struct busylife_reply {
  enum busylife_outcome outcome;
  long status;
  /// The header lines of the last answer (after redirects), each with its line ending.
  char *head;
  size_t head_count;
  unsigned char *body;
  size_t body_count;
  char error[256];
};

/// Makes the request and waits for its answer. Redirects from https: to http: are not followed.
void busylife_get(const struct busylife_request *request, struct busylife_reply *reply);

void busylife_reply_free(struct busylife_reply *reply);

#endif
