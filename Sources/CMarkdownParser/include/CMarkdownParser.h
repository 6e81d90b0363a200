#pragma once

#include <stddef.h>

/// Everything that cmark-gfm allocated for one text.
typedef struct busylife_markdown busylife_markdown;

/// Parses a text with GitHub's extensions and footnotes. Not for two threads at once: cmark-gfm keeps the characters
/// that extensions listen to in one table for the whole process.
/// Returns NULL if that takes more than `limit` bytes of memory; nothing is then left allocated.
busylife_markdown *busylife_markdown_parse(const char *text, size_t length, size_t limit);

/// The document, a cmark_node. It lives as long as the text's memory does.
void *busylife_markdown_root(const busylife_markdown *markdown);

/// The most bytes that were allocated at once while the text was parsed.
size_t busylife_markdown_peak(const busylife_markdown *markdown);

/// Frees the document and all of its nodes.
void busylife_markdown_free(busylife_markdown *markdown);
