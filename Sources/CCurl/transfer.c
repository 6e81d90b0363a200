#include "transfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From curl/curl.h: the base of an option is the type of its value.
enum {
  OPT_LONG = 0,
  OPT_OBJECT = 10000,
  OPT_FUNCTION = 20000,
  OPT_WRITEDATA = OPT_OBJECT + 1,
  OPT_URL = OPT_OBJECT + 2,
  OPT_ERRORBUFFER = OPT_OBJECT + 10,
  OPT_WRITEFUNCTION = OPT_FUNCTION + 11,
  OPT_USERAGENT = OPT_OBJECT + 18,
  OPT_HTTPHEADER = OPT_OBJECT + 23,
  OPT_HEADERDATA = OPT_OBJECT + 29,
  OPT_FOLLOWLOCATION = OPT_LONG + 52,
  OPT_MAXREDIRS = OPT_LONG + 68,
  OPT_HEADERFUNCTION = OPT_FUNCTION + 79,
  OPT_NOSIGNAL = OPT_LONG + 99,
  OPT_ACCEPT_ENCODING = OPT_OBJECT + 102,
  OPT_TIMEOUT_MS = OPT_LONG + 155,
  OPT_CONNECTTIMEOUT_MS = OPT_LONG + 156,
  OPT_PROTOCOLS = OPT_LONG + 181,
  OPT_REDIR_PROTOCOLS = OPT_LONG + 182,
  INFO_RESPONSE_CODE = 0x200000 + 2,
  PROTOCOL_HTTP = 1,
  PROTOCOL_HTTPS = 2,
  GLOBAL_DEFAULT = 3,
  ERROR_SIZE = 256,
};

static struct {
  int is_there;
  int (*global_init)(long);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_perform)(void *);
  int (*easy_getinfo)(void *, int, ...);
  void (*easy_cleanup)(void *);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/usr/lib/libcurl.4.dylib", "libcurl.4.dylib",
#else
      "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
  };
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) (*(void **)&curl.name = dlsym(library, "curl_" #name))
  if (FIND(global_init) && FIND(easy_init) && FIND(easy_setopt) && FIND(easy_perform) && FIND(easy_getinfo) &&
      FIND(easy_cleanup) && FIND(easy_strerror) && FIND(slist_append) && FIND(slist_free_all)) {
    curl.is_there = curl.global_init(GLOBAL_DEFAULT) == 0;
  }
#undef FIND
}

struct sink {
  unsigned char *bytes;
  size_t count, room, limit;
  int is_over;
};

static size_t take(struct sink *sink, const char *data, size_t count) {
  if (count > sink->limit - sink->count) {
    sink->is_over = 1;
    return 0;
  }
  if (sink->count + count > sink->room) {
    size_t room = sink->room ? sink->room * 2 : 16384;
    while (room < sink->count + count) room *= 2;
    unsigned char *bytes = realloc(sink->bytes, room);
    if (!bytes) return 0;
    sink->bytes = bytes;
    sink->room = room;
  }
  memcpy(sink->bytes + sink->count, data, count);
  sink->count += count;
  return count;
}

static size_t take_body(char *data, size_t size, size_t count, void *sink) { return take(sink, data, size * count); }

static size_t take_head(char *data, size_t size, size_t count, void *context) {
  struct sink *sink = context;
  // Each answer in a chain of redirects begins with a status line; only the last one counts.
  if (size * count >= 5 && memcmp(data, "HTTP/", 5) == 0) sink->count = 0;
  return take(sink, data, size * count);
}

void busylife_get(const struct busylife_request *request, struct busylife_reply *reply) {
  memset(reply, 0, sizeof *reply);
  reply->outcome = busylife_failed;
  pthread_once(&once, open_library);
  if (!curl.is_there) {
    reply->outcome = busylife_no_library;
    return;
  }
  void *easy = curl.easy_init();
  if (!easy) return;
  void *lines = NULL;
  for (size_t i = 0; i < request->header_count; i++) {
    void *longer = curl.slist_append(lines, request->headers[i]);
    if (longer) lines = longer;
  }
  struct sink head = {.limit = 65536}, body = {.limit = request->body_limit};
  int is_secure = strncmp(request->url, "https:", 6) == 0;
  char message[ERROR_SIZE] = "";
  curl.easy_setopt(easy, OPT_ERRORBUFFER, message);
  curl.easy_setopt(easy, OPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, OPT_URL, request->url);
  curl.easy_setopt(easy, OPT_USERAGENT, request->user_agent);
  curl.easy_setopt(easy, OPT_HTTPHEADER, lines);
  // All encodings that the library supports.
  curl.easy_setopt(easy, OPT_ACCEPT_ENCODING, "");
  curl.easy_setopt(easy, OPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl.easy_setopt(easy, OPT_TIMEOUT_MS, request->total_milliseconds);
  curl.easy_setopt(easy, OPT_PROTOCOLS, (long)(PROTOCOL_HTTP | PROTOCOL_HTTPS));
  curl.easy_setopt(easy, OPT_REDIR_PROTOCOLS, (long)(is_secure ? PROTOCOL_HTTPS : PROTOCOL_HTTP | PROTOCOL_HTTPS));
  curl.easy_setopt(easy, OPT_FOLLOWLOCATION, request->redirects > 0 ? 1L : 0L);
  curl.easy_setopt(easy, OPT_MAXREDIRS, request->redirects);
  curl.easy_setopt(easy, OPT_WRITEFUNCTION, take_body);
  curl.easy_setopt(easy, OPT_WRITEDATA, &body);
  curl.easy_setopt(easy, OPT_HEADERFUNCTION, take_head);
  curl.easy_setopt(easy, OPT_HEADERDATA, &head);
  int code = curl.easy_perform(easy);
  curl.easy_getinfo(easy, INFO_RESPONSE_CODE, &reply->status);
  if (code == 0) {
    reply->outcome = busylife_answered;
  } else {
    if (body.is_over || head.is_over) reply->outcome = busylife_too_large;
    snprintf(reply->error, sizeof reply->error, "%s", message[0] ? message : curl.easy_strerror(code));
  }
  curl.easy_cleanup(easy);
  curl.slist_free_all(lines);
  reply->head = (char *)head.bytes;
  reply->head_count = head.count;
  reply->body = body.bytes;
  reply->body_count = body.count;
}

void busylife_reply_free(struct busylife_reply *reply) {
  free(reply->head);
  free(reply->body);
  reply->head = NULL;
  reply->body = NULL;
}
