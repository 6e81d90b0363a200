/// One request over HTTP, with libcurl.
///
/// libcurl is opened at the first request, and not linked: it brings some thirty libraries with it, and most runs of
/// the command make no requests. Building needs none of its headers: the numbers of its options are part of its ABI and
/// never change (its soname has been 4 since 2006).
#ifndef BUSYLIFE_TRANSFER_H
#define BUSYLIFE_TRANSFER_H

#include <stddef.h>

/// Whether a connection to an address is allowed: 4 bytes of IPv4 or 16 of IPv6.
typedef int (*busylife_address_check)(const unsigned char *address, size_t count);

/// A request and its limits. Redirects are not followed.
struct busylife_request {
  /// Such as `GET` or `PROPFIND`.
  const char *method;
  /// http: or https:
  const char *url;
  const char *user_agent;
  /// Header lines such as `If-None-Match: "a"`, without line endings.
  const char *const *headers;
  size_t header_count;
  /// NULL for a request without a body.
  const unsigned char *body;
  size_t body_count;
  /// For Basic and Digest authentication, sent only if the server asks for them; NULL for none.
  const char *user;
  const char *password;
  /// PEM certificates that are trusted instead of the usual bundle; NULL for the usual ones.
  const char *ca_file;
  /// An address such as `http://proxy:3128`; empty for a direct connection.
  const char *proxy;
  /// Called with each address before it is connected to; NULL if all are allowed.
  busylife_address_check is_allowed;
  /// Time limits for connecting, and for everything.
  long connect_milliseconds;
  long total_milliseconds;
  /// Bytes of the answer's body, after decompression.
  size_t body_limit;
};

enum busylife_outcome {
  busylife_answered = 0,
  /// There is no libcurl on this machine.
  busylife_no_library = 1,
  /// The body or the head has more bytes than the limit.
  busylife_too_large = 2,
  /// No complete answer; `code` and `error` say why.
  busylife_failed = 3,
  /// `is_allowed` refused all addresses.
  busylife_refused = 4,
};

/// The answer. To be passed to `busylife_reply_free` whatever the outcome.
struct busylife_reply {
  enum busylife_outcome outcome;
  /// libcurl's code of an error.
  int code;
  long status;
  /// The header lines of the answer, each with its line ending.
  char *head;
  size_t head_count;
  unsigned char *body;
  size_t body_count;
  /// The absolute address to which the answer redirects; NULL for none.
  char *location;
  char error[256];
};

/// Connections that requests share, one request at a time; NULL if there is no libcurl.
void *busylife_session_open(void);

void busylife_session_close(void *session);

/// Makes a request and waits for its answer.
/// @param session may be NULL for a connection of its own.
void busylife_send(void *session, const struct busylife_request *request, struct busylife_reply *reply);

void busylife_reply_free(struct busylife_reply *reply);

/// From now on the system writes no core dumps of this process, and other processes of the user can't read its memory.
void busylife_forbid_dumps(void);

#endif
