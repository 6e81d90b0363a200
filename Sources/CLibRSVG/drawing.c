#include "drawing.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// From cairo.h and glib.h.
enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_STATUS_SUCCESS = 0, REASON_SIZE = 200 };

struct rectangle {
  double x, y, width, height;
};

struct gerror {
  uint32_t domain;
  int code;
  char *message;
};

static struct {
  int is_there;
  void *(*rsvg_handle_new_from_data)(const unsigned char *, size_t, struct gerror **);
  int (*rsvg_handle_render_document)(void *, void *, const struct rectangle *, struct gerror **);
  void (*g_object_unref)(void *);
  void (*g_error_free)(struct gerror *);
  void *(*cairo_image_surface_create_for_data)(unsigned char *, int, int, int, int);
  void *(*cairo_create)(void *);
  int (*cairo_status)(void *);
  void (*cairo_destroy)(void *);
  void (*cairo_surface_finish)(void *);
  void (*cairo_surface_destroy)(void *);
} library;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// The library stays open: those that it brings can't be unloaded.
static void open_library(const char *name) {
  static int was_tried;
  if (was_tried) return;
  was_tried = 1;
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  // Functions of Cairo and GLib are found among the libraries that it brings.
#define FIND(name) (*(void **)&library.name = dlsym(handle, #name))
  library.is_there = FIND(rsvg_handle_new_from_data) && FIND(rsvg_handle_render_document) && FIND(g_object_unref) &&
                     FIND(g_error_free) && FIND(cairo_image_surface_create_for_data) && FIND(cairo_create) &&
                     FIND(cairo_status) && FIND(cairo_destroy) && FIND(cairo_surface_finish) &&
                     FIND(cairo_surface_destroy);
#undef FIND
}

static enum busylife_drawing_outcome failed(struct gerror *error, char *reason) {
  snprintf(reason, REASON_SIZE, "%s", error && error->message ? error->message : "no reason is given");
  if (error) library.g_error_free(error);
  return busylife_drawing_failed;
}

static enum busylife_drawing_outcome draw(
    const unsigned char *svg, size_t count, int width, int height, uint32_t *pixels, char *reason) {
  struct gerror *error = NULL;
  void *document = library.rsvg_handle_new_from_data(svg, count, &error);
  if (!document) return failed(error, reason);
  void *surface = library.cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width, height, width * (int)sizeof *pixels);
  void *context = library.cairo_create(surface);
  struct rectangle whole = {0, 0, width, height};
  int is_drawn = library.rsvg_handle_render_document(document, context, &whole, &error) &&
                 library.cairo_status(context) == CAIRO_STATUS_SUCCESS;
  library.cairo_destroy(context);
  library.cairo_surface_finish(surface);
  library.cairo_surface_destroy(surface);
  library.g_object_unref(document);
  return is_drawn ? busylife_drawing_ok : failed(error, reason);
}

enum busylife_drawing_outcome busylife_draw(
    const char *name, const unsigned char *svg, size_t count, int width, int height, uint32_t *pixels, char *reason) {
  reason[0] = 0;
  pthread_mutex_lock(&lock);
  open_library(name);
  pthread_mutex_unlock(&lock);
  return library.is_there ? draw(svg, count, width, height, pixels, reason) : busylife_drawing_no_library;
}
