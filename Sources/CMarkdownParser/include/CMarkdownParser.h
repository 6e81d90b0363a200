#pragma once

#include <stddef.h>

/// Everything that cmark-gfm allocated for one text.
typedef struct busylife_markdown busylife_markdown;

/// Parses a text with GitHub's extensions and footnotes. Not thread-safe: cmark-gfm keeps the special characters of
/// extensions in one table per process. Returns NULL if parsing takes more than `limit` bytes of memory; nothing is
/// left allocated then.
busylife_markdown *busylife_markdown_parse(const char *text, size_t length, size_t limit);

/// The document, a cmark_node. Valid until the text's memory is freed.
void *busylife_markdown_root(const busylife_markdown *markdown);

/// The peak memory of parsing the text, in bytes.
size_t busylife_markdown_peak(const busylife_markdown *markdown);

/// Frees the document and all of its nodes.
void busylife_markdown_free(busylife_markdown *markdown);
