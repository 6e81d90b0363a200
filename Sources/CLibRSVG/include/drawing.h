/// Draws an SVG document as pixels, with librsvg.
///
/// librsvg is opened when the first picture is drawn, and not linked: it brings some thirty libraries, and most runs of
/// the command draw nothing. Building needs none of its headers: the functions used here are part of the ABI of
/// librsvg (its soname has been 2 since 2005; `rsvg_handle_render_document` came with 2.46), Cairo and GLib.
#ifndef BUSYLIFE_DRAWING_H
#define BUSYLIFE_DRAWING_H

#include <stddef.h>
#include <stdint.h>

enum busylife_drawing_outcome {
  busylife_drawing_ok = 0,
  /// The library can't be opened, or is too old.
  busylife_drawing_no_library = 1,
  /// The document can't be understood or drawn.
  busylife_drawing_failed = 2,
};

/// Draws a document over the whole of a picture. It is drawn as if it came from nowhere: it can refer to no file and no
/// address. Threads may draw at the same time: librsvg, Cairo and Pango share nothing between documents.
/// \param library the path or name of librsvg.
/// \param pixels `width` times `height`, row by row, each 0xAARRGGBB with premultiplied colours; it is drawn over
/// those that are there.
/// \param reason room for 200 bytes; what the library says if it fails.
enum busylife_drawing_outcome busylife_draw(
    const char *library, const unsigned char *svg, size_t count, int width, int height, uint32_t *pixels, char *reason);

#endif
