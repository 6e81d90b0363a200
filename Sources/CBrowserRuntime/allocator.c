// Memory: TLSF, "two-level segregated fit" (Masmano, Ripoll, Crespo and Real, ECRTS 2004).
//
// Allocating and freeing take a bounded number of steps, whatever the heap contains: two bitmaps say which lists of
// free blocks are not empty, and free neighbours are merged at once, so that memory does not fragment in a page that is
// open for hours. WebAssembly can't return memory to the system; freed memory is reused.
// A block is a word with its size and two flags, followed by the payload. In a free block, the payload begins with the
// links of its list and ends with its size, by which the next block finds its beginning:
//
//     | bits | payload …            |        in use
//     | bits | next | last | … size |        free
//
// Blocks begin 4 bytes before a multiple of 8, so payloads are aligned to 8. A word with size 0, never free, ends each
// region.

#if defined(__wasm__)

#include "runtime.h"

#include <stdint.h>

enum {
  /// Sizes are multiples of this, and payloads are aligned to it: the alignment of Int64 and Double, the greatest that
  /// Swift's own types need on wasm32.
  UNIT = 8,
  /// A block's own word.
  WORD = 4,
  /// The word, two links and the size at the end.
  SMALLEST_BLOCK = 16,
  /// Each power of two is divided into this many lists: a block is at most a 32nd larger than requested.
  LISTS_LOG2 = 5,
  LISTS = 1 << LISTS_LOG2,
  /// Below this each size has its own list, in the first level.
  SMALL = LISTS * UNIT,
  SMALL_LOG2 = 8,
  /// The first level, and one for each power of two from SMALL to the end of the 32-bit address space.
  LEVELS = 1 + 32 - SMALL_LOG2,
  /// A page of WebAssembly.
  PAGE = 1 << 16,
  /// Growing detaches the host's views of the memory, so it grows by at least a mebibyte, and by an eighth of its size.
  GROWTH_PAGES = 16,
  GROWTH_SHARE = 8,
};

/// Sizes must be positive as signed 32-bit numbers, like Swift's Int. Half a level is left for rounding.
static const uint32_t LARGEST = 0x78000000;

static const uint32_t IS_FREE = 1;
static const uint32_t BEFORE_IS_FREE = 2;
static const uint32_t FLAGS = UNIT - 1;

typedef struct block block;
struct block {
  uint32_t bits;
  /// The list's neighbours, only while free.
  block *next, *last;
};

/// Set by the linker: the end of the program's own data and stack.
extern unsigned char __heap_base;

static block *lists[LEVELS][LISTS];
/// Which lists of a level contain a block; which levels do.
static uint32_t listsInUse[LEVELS];
static uint32_t levelsInUse;
/// The end of the region that grows; 0 before there is one.
static uintptr_t regionEnd;

static uint32_t sizeOf(const block *block) { return block->bits & ~FLAGS; }
static block *at(uintptr_t address) { return (block *)address; }
static block *after(const block *block) { return at((uintptr_t)block + sizeOf(block)); }
static uint32_t *lastWord(const block *block) { return (uint32_t *)after(block) - 1; }
static void *payload(block *block) { return (unsigned char *)block + WORD; }
static uint32_t log2Of(uint32_t size) { return 31 - (uint32_t)__builtin_clz(size); }
static uintptr_t roundUp(uintptr_t value, uintptr_t unit) { return (value + unit - 1) & ~(unit - 1); }

// ---- Lists of free blocks ---------------------------------------------------------------------

typedef struct { uint32_t level, list; } place;

/// The list for blocks of a size.
static place placeOf(uint32_t size) {
  if (size < SMALL) return (place){0, size / UNIT};
  uint32_t top = log2Of(size);
  return (place){top - SMALL_LOG2 + 1, (size >> (top - LISTS_LOG2)) & (LISTS - 1)};
}

static void insert(block *block) {
  place place = placeOf(sizeOf(block));
  block->last = 0;
  block->next = lists[place.level][place.list];
  if (block->next) block->next->last = block;
  lists[place.level][place.list] = block;
  listsInUse[place.level] |= 1u << place.list;
  levelsInUse |= 1u << place.level;
}

static void removeFrom(place place, block *block) {
  if (block->next) block->next->last = block->last;
  if (block->last) {
    block->last->next = block->next;
    return;
  }
  lists[place.level][place.list] = block->next;
  if (block->next) return;
  listsInUse[place.level] &= ~(1u << place.list);
  if (!listsInUse[place.level]) levelsInUse &= ~(1u << place.level);
}

/// A size such that any block in its list has at least `size`.
static uint32_t searchSize(uint32_t size) {
  return size < SMALL ? size : size + (1u << (log2Of(size) - LISTS_LOG2)) - 1;
}

/// Removes a free block of at least `size` from its list; null if there is none.
static block *take(uint32_t size) {
  place place = placeOf(searchSize(size));
  uint32_t fitting = listsInUse[place.level] & (~0u << place.list);
  if (!fitting) {
    uint32_t levels = levelsInUse & (~0u << place.level << 1);
    if (!levels) return 0;
    place.level = (uint32_t)__builtin_ctz(levels);
    fitting = listsInUse[place.level];
  }
  place.list = (uint32_t)__builtin_ctz(fitting);
  block *found = lists[place.level][place.list];
  removeFrom(place, found);
  return found;
}

// ---- Blocks -----------------------------------------------------------------------------------

/// Frees a block and merges it with its free neighbours. Its `bits` contain its size and the state of the block before.
static void release(block *freed) {
  freed->bits |= IS_FREE;
  block *next = after(freed);
  if (next->bits & IS_FREE) {
    removeFrom(placeOf(sizeOf(next)), next);
    freed->bits += sizeOf(next);
  }
  if (freed->bits & BEFORE_IS_FREE) {
    block *before = at((uintptr_t)freed - *((uint32_t *)freed - 1));
    removeFrom(placeOf(sizeOf(before)), before);
    before->bits += sizeOf(freed);
    freed = before;
  }
  *lastWord(freed) = sizeOf(freed);
  after(freed)->bits |= BEFORE_IS_FREE;
  insert(freed);
}

/// Marks a taken block as in use, and frees the part that exceeds `size`.
static void use(block *taken, uint32_t size) {
  uint32_t rest = sizeOf(taken) - size;
  taken->bits &= ~IS_FREE;
  if (rest < SMALLEST_BLOCK) {
    after(taken)->bits &= ~BEFORE_IS_FREE;
    return;
  }
  taken->bits -= rest;
  block *tail = after(taken);
  tail->bits = rest;
  release(tail);
}

/// Adds memory to the heap; if it follows the last region, extends that.
static void addRegion(uintptr_t start, uintptr_t end) {
  block *block;
  if (start == regionEnd) {
    block = at(start - WORD);
  } else {
    block = at(roundUp(start, UNIT) + WORD);
    block->bits = 0;
  }
  uintptr_t last = end - WORD;
  block->bits = (uint32_t)(last - (uintptr_t)block) | (block->bits & BEFORE_IS_FREE);
  at(last)->bits = 0;
  regionEnd = end;
  release(block);
}

/// Makes room for a block of a size; false if the host provides no more memory.
static int grow(uint32_t size) {
  uintptr_t pages = __builtin_wasm_memory_size(0);
  if (!regionEnd) {
    uintptr_t start = (uintptr_t)&__heap_base;
    if (start + 2 * SMALLEST_BLOCK < pages * PAGE) {
      addRegion(start, pages * PAGE);
      if (searchSize(size) + 2 * SMALLEST_BLOCK < pages * PAGE - start) return 1;
    }
  }
  uintptr_t needed = (searchSize(size) + 2 * SMALLEST_BLOCK + PAGE - 1) / PAGE;
  uintptr_t wanted = needed;
  if (wanted < GROWTH_PAGES) wanted = GROWTH_PAGES;
  if (wanted < pages / GROWTH_SHARE) wanted = pages / GROWTH_SHARE;
  uintptr_t first = __builtin_wasm_memory_grow(0, wanted);
  if (first == (uintptr_t)-1) {
    wanted = needed;
    first = __builtin_wasm_memory_grow(0, wanted);
    if (first == (uintptr_t)-1) return 0;
  }
  addRegion(first * PAGE, (first + wanted) * PAGE);
  return 1;
}

/// `alignment` is a power of two.
static void *allocate(size_t size, size_t alignment) {
  if (size > LARGEST || alignment > LARGEST - size) return 0;
  uint32_t blockSize = (uint32_t)roundUp(size + WORD, UNIT);
  if (blockSize < SMALLEST_BLOCK) blockSize = SMALLEST_BLOCK;
  uint32_t room = blockSize;
  // The space before the aligned address becomes a block of its own, so it must be large enough for one, or empty.
  if (alignment > UNIT) room += alignment + SMALLEST_BLOCK;
  block *found = take(room);
  if (!found) {
    if (!grow(room)) return 0;
    found = take(room);
    if (!found) return 0;
  }
  if (alignment > UNIT) {
    uintptr_t address = (uintptr_t)payload(found);
    uintptr_t aligned = roundUp(address, alignment);
    if (aligned != address && aligned - address < SMALLEST_BLOCK) aligned += alignment;
    uint32_t gap = (uint32_t)(aligned - address);
    if (gap) {
      block *front = found;
      found = at((uintptr_t)front + gap);
      found->bits = sizeOf(front) - gap;
      front->bits = gap | (front->bits & BEFORE_IS_FREE);
      release(front);
    }
  }
  use(found, blockSize);
  return payload(found);
}

// ---- What Embedded Swift calls ------------------------------------------------------------------

void *malloc(size_t size) { return allocate(size, UNIT); }

void *aligned_alloc(size_t alignment, size_t size) { return allocate(size, alignment); }

/// Traps if there is no memory: Swift does not check the result, and address 0 is writable in WebAssembly.
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = allocate(size, alignment);
  if (!*result) __builtin_trap();
  return 0;
}

void free(void *address) {
  if (!address) return;
  block *block = at((uintptr_t)address - WORD);
  // Freed twice, or never allocated: continuing would corrupt other blocks.
  if (block->bits & IS_FREE || sizeOf(block) < SMALLEST_BLOCK) __builtin_trap();
  release(block);
}

#endif
