// cmark-gfm aborts the process if it gets no memory, and has no limit of its own: 8 KB of text can take 500 MB. It
// allocates through three functions that it is given; these count, and leave the parser by longjmp(3) at the limit. The
// parser holds nothing but memory, and every block is on a list, so all can be freed.
#include "CMarkdownParser.h"
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
  // NULL for memory allocated after parsing, such as iterators, which their users free.
  busylife_markdown *owner;
  struct block *previous, *next;
  size_t size;
} block;

struct busylife_markdown {
  // A ring whose head is not a block.
  block blocks;
  size_t size, peak, limit;
  cmark_node *root;
  jmp_buf exit;
};

// The text that this thread is parsing.
static _Thread_local busylife_markdown *parsing;

static void leave(void) {
  if (!parsing) abort();
  longjmp(parsing->exit, 1);
}

static void *resized(block *old, size_t size) {
  busylife_markdown *owner = old ? old->owner : parsing;
  size_t before = old ? old->size : 0;
  size_t needed = size + sizeof(block);
  if (needed < size) leave();
  // The old and the new block may be needed at the same time.
  if (owner && parsing && needed > owner->limit - owner->size) leave();
  block *new = realloc(old, needed);
  if (!new) leave();
  new->owner = owner;
  new->size = needed;
  if (owner) {
    if (!old) {
      new->previous = &owner->blocks;
      new->next = owner->blocks.next;
    }
    new->previous->next = new;
    new->next->previous = new;
    owner->size += needed - before;
    if (owner->size > owner->peak) owner->peak = owner->size;
  }
  return new + 1;
}

static void *take(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) leave();
  void *bytes = resized(NULL, count * size);
  return memset(bytes, 0, count * size);
}

static void *resize(void *bytes, size_t size) { return resized(bytes ? (block *)bytes - 1 : NULL, size); }

static void release(void *bytes) {
  if (!bytes) return;
  block *old = (block *)bytes - 1;
  if (old->owner) {
    old->previous->next = old->next;
    old->next->previous = old->previous;
    old->owner->size -= old->size;
  }
  free(old);
}

static cmark_mem memory = {take, resize, release};

static cmark_node *parse(const char *text, size_t length) {
  static const char *const extensions[] = {"table", "strikethrough", "autolink", "tasklist", "tagfilter"};
  cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_FOOTNOTES, &memory);
  for (size_t index = 0; index < sizeof extensions / sizeof *extensions; index++) {
    cmark_syntax_extension *found = cmark_find_syntax_extension(extensions[index]);
    if (found) cmark_parser_attach_syntax_extension(parser, found);
  }
  cmark_parser_feed(parser, text, length);
  cmark_node *root = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  return root;
}

busylife_markdown *busylife_markdown_parse(const char *text, size_t length, size_t limit) {
  // Blocks have the same alignment as those of malloc.
  _Static_assert(sizeof(block) % alignof(max_align_t) == 0, "what follows a block's head is aligned");
  // Not on the stack: after longjmp, local variables are indeterminate.
  busylife_markdown *markdown = calloc(1, sizeof *markdown);
  if (!markdown) abort();
  markdown->blocks.previous = markdown->blocks.next = &markdown->blocks;
  markdown->limit = limit;
  cmark_gfm_core_extensions_ensure_registered();
  parsing = markdown;
  if (setjmp(markdown->exit)) {
    markdown = parsing;
    parsing = NULL;
    busylife_markdown_free(markdown);
    return NULL;
  }
  parsing->root = parse(text, length);
  markdown = parsing;
  parsing = NULL;
  return markdown;
}

void *busylife_markdown_root(const busylife_markdown *markdown) { return markdown->root; }

size_t busylife_markdown_peak(const busylife_markdown *markdown) { return markdown->peak; }

void busylife_markdown_free(busylife_markdown *markdown) {
  block *next = markdown->blocks.next;
  while (next != &markdown->blocks) {
    block *this = next;
    next = next->next;
    free(this);
  }
  free(markdown);
}
