/// One request over HTTP, with libcurl.
///
/// libcurl is opened when the first request is made, and not linked: it brings some thirty libraries with it, and
/// most runs of the command ask nobody for anything. No header of it is needed to build either: the numbers of
/// its options are part of its interface and have been the same since 7.19 (its soname is 4 since 2006).
#ifndef BUSYLIFE_TRANSFER_H
#define BUSYLIFE_TRANSFER_H

#include <stddef.h>

/// What is asked, and what may be spent on it.
struct busylife_request {
  /// http: or https:
  const char *url;
  const char *user_agent;
  /// Lines as `If-None-Match: "a"`, without line ends.
  const char *const *headers;
  size_t header_count;
  /// Until connected, and in all.
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
  /// No whole answer came; `error` says why.
  busylife_failed = 3,
};

/// What was answered. To be given to `busylife_reply_free` whatever the outcome.
struct busylife_reply {
  enum busylife_outcome outcome;
  long status;
  /// The header lines of the last answer (after redirects), each with its line end.
  char *head;
  size_t head_count;
  unsigned char *body;
  size_t body_count;
  char error[256];
};

/// Makes the request and waits for its answer. From https: no redirect leads to http:.
void busylife_get(const struct busylife_request *request, struct busylife_reply *reply);

void busylife_reply_free(struct busylife_reply *reply);

#endif
