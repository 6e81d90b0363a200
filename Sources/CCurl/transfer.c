#include "transfer.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// From curl/curl.h: the base of an option is the type of its value.
enum {
  OPT_LONG = 0,
  OPT_OBJECT = 10000,
  OPT_FUNCTION = 20000,
  OPT_WRITEDATA = OPT_OBJECT + 1,
  OPT_URL = OPT_OBJECT + 2,
  OPT_PROXY = OPT_OBJECT + 4,
  OPT_ERRORBUFFER = OPT_OBJECT + 10,
  OPT_WRITEFUNCTION = OPT_FUNCTION + 11,
  OPT_POSTFIELDS = OPT_OBJECT + 15,
  OPT_USERAGENT = OPT_OBJECT + 18,
  OPT_HTTPHEADER = OPT_OBJECT + 23,
  OPT_HEADERDATA = OPT_OBJECT + 29,
  OPT_SSLVERSION = OPT_LONG + 32,
  OPT_CUSTOMREQUEST = OPT_OBJECT + 36,
  OPT_POST = OPT_LONG + 47,
  OPT_FOLLOWLOCATION = OPT_LONG + 52,
  OPT_POSTFIELDSIZE = OPT_LONG + 60,
  OPT_SSL_VERIFYPEER = OPT_LONG + 64,
  OPT_CAINFO = OPT_OBJECT + 65,
  OPT_HEADERFUNCTION = OPT_FUNCTION + 79,
  OPT_HTTPGET = OPT_LONG + 80,
  OPT_SSL_VERIFYHOST = OPT_LONG + 81,
  OPT_NOSIGNAL = OPT_LONG + 99,
  OPT_ACCEPT_ENCODING = OPT_OBJECT + 102,
  OPT_HTTPAUTH = OPT_LONG + 107,
  OPT_TIMEOUT_MS = OPT_LONG + 155,
  OPT_CONNECTTIMEOUT_MS = OPT_LONG + 156,
  OPT_OPENSOCKETFUNCTION = OPT_FUNCTION + 163,
  OPT_OPENSOCKETDATA = OPT_OBJECT + 164,
  OPT_USERNAME = OPT_OBJECT + 173,
  OPT_PASSWORD = OPT_OBJECT + 174,
  OPT_NOPROXY = OPT_OBJECT + 177,
  OPT_PROTOCOLS = OPT_LONG + 181,
  OPT_HEADEROPT = OPT_LONG + 229,
  OPT_SUPPRESS_CONNECT_HEADERS = OPT_LONG + 265,
  INFO_RESPONSE_CODE = 0x200000 + 2,
  INFO_REDIRECT_URL = 0x100000 + 31,
  PROTOCOL_HTTP = 1,
  PROTOCOL_HTTPS = 2,
  AUTH_BASIC = 1,
  AUTH_DIGEST = 2,
  HEADER_SEPARATE = 1,
  TLS_1_2 = 6,
  GLOBAL_DEFAULT = 3,
  SOCKET_BAD = -1,
  ERROR_SIZE = 256,
  ERROR_TOO_LARGE = 100,
};

// struct curl_sockaddr: the address follows, of `count` bytes.
struct address {
  int family, type, protocol;
  unsigned int count;
  struct sockaddr place;
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

void *busylife_session_open(void) {
  pthread_once(&once, open_library);
  return curl.is_there ? curl.easy_init() : NULL;
}

void busylife_session_close(void *session) {
  if (session) curl.easy_cleanup(session);
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
    if (room > sink->limit) room = sink->limit;
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
  // Each answer begins with a status line: interim ones, and a demand for authentication that libcurl complies with,
  // come before the last one, which counts.
  if (size * count >= 5 && memcmp(data, "HTTP/", 5) == 0) sink->count = 0;
  return take(sink, data, size * count);
}

// The addresses of a transfer.
struct connecting {
  busylife_address_check is_allowed;
  int has_refused, has_allowed;
};

// Called with the very address that is about to be connected to: no look-up comes between the check and the connection.
static int open_socket(void *context, int purpose, struct address *address) {
  (void)purpose;
  struct connecting *connecting = context;
  if (connecting->is_allowed) {
    const unsigned char *bytes = NULL;
    size_t count = 0;
    if (address->family == AF_INET && address->count >= sizeof(struct sockaddr_in)) {
      bytes = (const unsigned char *)&((const struct sockaddr_in *)(const void *)&address->place)->sin_addr;
      count = 4;
    } else if (address->family == AF_INET6 && address->count >= sizeof(struct sockaddr_in6)) {
      bytes = (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)&address->place)->sin6_addr;
      count = 16;
    }
    if (!bytes || !connecting->is_allowed(bytes, count)) {
      connecting->has_refused = 1;
      return SOCKET_BAD;
    }
  }
  connecting->has_allowed = 1;
  int file = socket(address->family, address->type, address->protocol);
  if (file >= 0) fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
}

void busylife_send(void *session, const struct busylife_request *request, struct busylife_reply *reply) {
  memset(reply, 0, sizeof *reply);
  reply->outcome = busylife_failed;
  void *easy = session ? session : busylife_session_open();
  if (!easy) {
    if (!curl.is_there) reply->outcome = busylife_no_library;
    return;
  }
  void *lines = NULL;
  for (size_t i = 0; i < request->header_count; i++) {
    void *longer = curl.slist_append(lines, request->headers[i]);
    if (longer) lines = longer;
  }
  struct sink head = {.limit = 65536}, body = {.limit = request->body_limit};
  struct connecting connecting = {.is_allowed = request->is_allowed};
  char message[ERROR_SIZE] = "";
  // Of options that protect the user, a library that does not know one must not be used.
  int unset = 0;
#define REQUIRE(option, value) (unset = unset ? unset : curl.easy_setopt(easy, option, value))
  // A session is not reset, so that it remembers how to authenticate: every option is set for every request.
  curl.easy_setopt(easy, OPT_ERRORBUFFER, message);
  curl.easy_setopt(easy, OPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, OPT_URL, request->url);
  curl.easy_setopt(easy, OPT_USERAGENT, request->user_agent);
  curl.easy_setopt(easy, OPT_HTTPHEADER, lines);
  // Proxies get no header lines that are meant for the server.
  curl.easy_setopt(easy, OPT_HEADEROPT, (long)HEADER_SEPARATE);
  curl.easy_setopt(easy, OPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // This removes the body and the method of the request before.
  curl.easy_setopt(easy, OPT_CUSTOMREQUEST, NULL);
  curl.easy_setopt(easy, OPT_HTTPGET, 1L);
  if (request->body) {
    curl.easy_setopt(easy, OPT_POST, 1L);
    curl.easy_setopt(easy, OPT_POSTFIELDSIZE, (long)request->body_count);
    curl.easy_setopt(easy, OPT_POSTFIELDS, request->body);
  }
  curl.easy_setopt(easy, OPT_CUSTOMREQUEST, request->method);
  curl.easy_setopt(easy, OPT_HTTPAUTH, (long)(AUTH_BASIC | AUTH_DIGEST));
  curl.easy_setopt(easy, OPT_USERNAME, request->user);
  curl.easy_setopt(easy, OPT_PASSWORD, request->password);
  // All encodings that the library supports.
  curl.easy_setopt(easy, OPT_ACCEPT_ENCODING, "");
  curl.easy_setopt(easy, OPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl.easy_setopt(easy, OPT_TIMEOUT_MS, request->total_milliseconds);
  REQUIRE(OPT_PROTOCOLS, (long)(PROTOCOL_HTTP | PROTOCOL_HTTPS));
  REQUIRE(OPT_FOLLOWLOCATION, 0L);
  REQUIRE(OPT_SSLVERSION, (long)TLS_1_2);
  REQUIRE(OPT_SSL_VERIFYPEER, 1L);
  REQUIRE(OPT_SSL_VERIFYHOST, 2L);
  if (request->ca_file) REQUIRE(OPT_CAINFO, request->ca_file);
  // The variables of the environment were read by the caller.
  REQUIRE(OPT_PROXY, request->proxy ? request->proxy : "");
  curl.easy_setopt(easy, OPT_NOPROXY, "");
  REQUIRE(OPT_OPENSOCKETFUNCTION, open_socket);
  REQUIRE(OPT_OPENSOCKETDATA, &connecting);
  curl.easy_setopt(easy, OPT_WRITEFUNCTION, take_body);
  curl.easy_setopt(easy, OPT_WRITEDATA, &body);
  curl.easy_setopt(easy, OPT_HEADERFUNCTION, take_head);
  curl.easy_setopt(easy, OPT_HEADERDATA, &head);
#undef REQUIRE
  int code = unset ? unset : curl.easy_perform(easy);
  if (!unset) curl.easy_getinfo(easy, INFO_RESPONSE_CODE, &reply->status);
  reply->code = code;
  if (code == 0) {
    const char *location = NULL;
    curl.easy_getinfo(easy, INFO_REDIRECT_URL, &location);
    if (location) reply->location = strdup(location);
    reply->outcome = busylife_answered;
  } else {
    if (connecting.has_refused && !connecting.has_allowed) reply->outcome = busylife_refused;
    if (body.is_over || head.is_over || code == ERROR_TOO_LARGE) reply->outcome = busylife_too_large;
    snprintf(reply->error, sizeof reply->error, "%s", message[0] ? message : curl.easy_strerror(code));
  }
  if (session) {
    // These end here: a session must not keep pointers to them.
    curl.easy_setopt(easy, OPT_ERRORBUFFER, NULL);
    curl.easy_setopt(easy, OPT_HTTPHEADER, NULL);
    curl.easy_setopt(easy, OPT_POSTFIELDS, NULL);
    curl.easy_setopt(easy, OPT_OPENSOCKETDATA, NULL);
    curl.easy_setopt(easy, OPT_WRITEDATA, NULL);
    curl.easy_setopt(easy, OPT_HEADERDATA, NULL);
  } else {
    curl.easy_cleanup(easy);
  }
  curl.slist_free_all(lines);
  reply->head = (char *)head.bytes;
  reply->head_count = head.count;
  reply->body = body.bytes;
  reply->body_count = body.count;
}

void busylife_reply_free(struct busylife_reply *reply) {
  free(reply->head);
  free(reply->body);
  free(reply->location);
  reply->head = NULL;
  reply->body = NULL;
  reply->location = NULL;
}

void busylife_forbid_dumps(void) {
  // A limit of the size is ignored where dumps go to a program, as with systemd, so Linux is also asked not to dump.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}
