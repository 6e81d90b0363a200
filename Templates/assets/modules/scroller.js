// An endless list of sections: the last one is asked for its next, the first for its previous, and those out of sight
// are removed (as in BLScrollView).
//
// Above the first section is an empty space. A section added above takes its height from that space, and a removed one
// gives it back, so nothing visible moves, the scroll position is never written while somebody scrolls, and every
// browser keeps the speed of a flick. The space is reset to its height only at rest.

import { open, openEngine, partsOf } from "./pages.js";
import { phrase, words } from "./words.js";

const { at, plus, sections, turned } = globalThis.busylife.dates;
/** The height of the empty space above, in px: many flicks of the fastest finger. */
const space = 400_000;
/** Sections are added until they extend this many viewport heights beyond its edges, and removed beyond `far`. */
const near = 1.5;
const far = 1.5;
/** The time without a scroll event, in ms, after which scrolling has stopped. */
const rest = 140;

/**
 * Resolves after the next frame has been handed over for drawing. Changes made then are laid out in a task of their
 * own, and painted by the frame after.
 */
const frameDone = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)) });

const emit = (name, detail) => document.dispatchEvent(new CustomEvent(`busylife:${name}`, { detail }));

/** Loads the engine three sections before the edge of the published range (one for years), since that takes a
   moment. */
const foresee = ({ view, section }) => {
  const date = `${section}-01-01`.slice(0, 10);
  const ahead = view === "year" ? 1 : 3;
  const { isPublished } = globalThis.busylife;
  if ([-ahead, ahead].some((by) => !isPublished(view, sections(turned(date, view, by))[view])))
    openEngine().catch(() => {});
};

/** One page in the list: its sections and the title above them. */
class Leaf {
  constructor(page, host) {
    this.page = page;
    this.element = document.createElement("div");
    this.element.className = "leaf";
    const title = document.createElement("h2");
    title.className = "leaf-title";
    title.textContent = page.title;
    this.element.append(title, ...page.sections.map((section) => document.adoptNode(section)));
    // Each page has its own; in the run they are many.
    for (const first of this.element.querySelectorAll("#events")) {
      first.removeAttribute("id");
      first.classList.add("events");
    }
    host.adopt?.(this.element, page);
  }
  get top() { return this.element.getBoundingClientRect().top }
  get bottom() { return this.element.getBoundingClientRect().bottom }
  /** Where its sections begin, below the title. */
  get start() {
    const title = this.element.querySelector(":scope > .leaf-title");
    return title ? title.getBoundingClientRect().bottom : this.top;
  }
}

export class Scroller {
  #run;
  #space;
  #spaceHeight = 0;
  #leaves = [];
  #pending = { prev: undefined, next: undefined };
  #isScrolling = false;
  /** Whether the scroll position was written since the last rest, which ends a glide that was under way. */
  #isMoved = false;
  #timer;
  /** Longer while a glide is under way, whose events may be late: nothing writes the scroll position, which would end
      it. */
  #patience = rest;
  #frame;
  #changed;
  #last = 0;
  #direction = 1;
  /** Incremented when the contents are replaced: results for earlier contents are dropped. */
  #generation = 0;
  /** Incremented with each request to go somewhere: the last one counts. */
  #turn = 0;
  #isStale = false;
  #isTrimming = false;
  /** Where the reader was when printing began. */
  #held;
  #top;
  /** Top and height of the topmost section when last measured. */
  #was;

  /**
   * @param {object} options
   * @param {Element} options.host contains the sections; may already have some
   * @param {Element} [options.viewport] the scrolling element; by default the document
   * @param {number} options.limit the number of pages that are kept
   * @param {() => number} [options.edge] the distance of the first visible line from the top of the viewport, in px
   * @param {(element: Element, page: object) => void} [options.adopt] changes a leaf before it is shown
   * @param {(leaf: Leaf) => void} [options.onTop] called when another section is the topmost
   * @param {() => void} [options.onRest] called when scrolling has stopped
   * @param {boolean} [options.isQuiet] whether no events are dispatched on the document
   */
  constructor({ host, viewport, limit, edge = () => 0, adopt, onTop = () => {}, onRest = () => {}, isQuiet = false }) {
    Object.assign(this, { host, viewport, limit, edge, adopt, onTop, onRest, isQuiet });
    this.scrolled = viewport ?? document.scrollingElement;
    this.#run = document.createElement("div");
    this.#run.className = "run";
    this.#space = document.createElement("div");
    this.#space.className = "space";
    this.#space.ariaHidden = "true";
    this.#run.append(this.#space);
    const source = viewport ?? window;
    source.addEventListener("scroll", () => this.#scrolledSome(), { passive: true });
    source.addEventListener("scrollend", () => this.#wait(rest));
    addEventListener("resize", () => this.#resized());
    addEventListener("online", () => this.#retry());
    // When calendars are hidden days get lower or higher; the one that is read stays where it is.
    let day;
    let was;
    addEventListener("click", ({ target }) => {
      if (!target.closest?.("[data-legend]")) return;
      const edge = this.#origin + this.edge() + 24;
      day = [...this.#run.querySelectorAll("[data-date]")].find((one) => one.getBoundingClientRect().bottom > edge);
      was = day?.getBoundingClientRect().top;
    }, true);
    document.addEventListener("busylife:filter", () => {
      const by = day?.getBoundingClientRect().top - was;
      if (by) this.#scrollTo(this.scrolled.scrollTop + by);
    });
    // Paper has one section alone, and the browser scrolls to what is left of the page.
    addEventListener("beforeprint", () => { this.#held ??= this.#top && { leaf: this.#top, offset: this.offset } });
    const paper = matchMedia("print");
    const back = () => {
      const { leaf, offset } = this.#held ?? {};
      this.#held = undefined;
      if (leaf) this.place(leaf, offset);
    };
    // In Firefox, the page is still laid out for paper then.
    addEventListener("afterprint",
      () => paper.matches ? paper.addEventListener("change", back, { once: true }) : back());
  }

  get leaves() { return this.#leaves }
  get top() { return this.#top }
  get #height() { return this.viewport ? this.viewport.clientHeight : innerHeight }
  /** The top of the viewport in client coordinates. */
  get #origin() { return this.viewport ? this.viewport.getBoundingClientRect().top : 0 }
  #emit(name, detail) { if (!this.isQuiet) emit(name, detail) }

  // ── Showing ──────────────────────────────────────────────────────────────────────────────────────

  /** Starts with a page whose sections are already in the host: nothing visible moves.
      @param {number} [was] their top */
  begin(page, was = page.sections[0].getBoundingClientRect().top) {
    const [first] = page.sections;
    const focused = document.activeElement;
    first.before(this.#run);
    const leaf = new Leaf(page, this);
    this.#run.append(leaf.element);
    // Moving an element in the document removes the focus from it.
    if (leaf.element.contains(focused)) focused.focus({ preventScroll: true });
    this.#leaves = [leaf];
    this.#setSpace(space);
    this.#scrollTo(this.scrolled.scrollTop + first.getBoundingClientRect().top - was);
    if (this.offsetOf(leaf) > 0) this.place(leaf);
    this.#settle();
    return leaf;
  }

  /**
   * Replaces everything by a page and its neighbours. If another request comes before the page has loaded, returns
   * undefined and does nothing.
   * @param {string} path of the page
   * @param {(leaf: Leaf) => number} [target] the distance of the leaf's start below the edge, in px
   */
  async show(path, isKnown = true, target = () => 0) {
    const turn = ++this.#turn;
    let page;
    try {
      page = await open(path, isKnown);
    } catch (error) {
      if (turn === this.#turn) {
        this.#isStale = false;
        throw error;
      }
    }
    if (turn !== this.#turn) return undefined;
    this.#generation += 1;
    this.#isStale = false;
    for (const leaf of this.#leaves) this.#drop(leaf);
    for (const side of ["prev", "next"]) this.#clear(side);
    const leaf = new Leaf(page, this);
    this.#leaves = [leaf];
    this.#space.after(leaf.element);
    this.#emit("sectionadded", { section: page.section, element: leaf.element });
    this.#setSpace(space);
    this.place(leaf, target(leaf));
    this.#settle();
    return leaf;
  }

  /** Like show(), when all present contents are invalid: until the page is shown, nothing is added to them, and
     nobody is scrolled to them. */
  renew(path, isKnown, target) {
    this.#isStale = true;
    return this.show(path, isKnown, target);
  }

  /** The reader goes to something that is loaded: a pending show() is cancelled. */
  stay() { this.#turn += 1 }
  /** Whether the contents are about to be replaced, so that targets must be requested again. */
  get isStale() { return this.#isStale }

  /** Scrolls so that a leaf starts this many px below the edge. */
  place(leaf, offset = 0) {
    this.#scrollTo(this.scrolled.scrollTop + this.offsetOf(leaf) - offset);
  }

  /** The distance of a leaf's start below the edge, as for place(). */
  offsetOf(leaf) { return leaf.start - this.#origin - this.edge() }
  get offset() { return this.#top ? this.offsetOf(this.#top) : 0 }

  /** Scrolls an element of a leaf to the edge, or this many px below it. */
  reveal(element, behavior = "instant", below = 0) {
    const by = element.getBoundingClientRect().top - this.#origin - this.edge() - below;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(by) > 3 * this.#height;
    this.scrolled.scrollBy({ top: by, behavior: isCalm ? "instant" : behavior });
    this.#wait(1000);
  }

  /** Changes the look of sections and keeps one of their elements in its visible place. */
  hold(element, change) {
    const was = element.getBoundingClientRect().top;
    change();
    this.#scrollTo(this.scrolled.scrollTop + element.getBoundingClientRect().top - was);
    this.update();
  }

  leafOf(path) { return this.#leaves.find((leaf) => leaf.page.path === path) }

  // ── The space above ──────────────────────────────────────────────────────────────────────────────

  #setSpace(height) {
    this.#spaceHeight = height;
    this.#space.style.height = `${height}px`;
  }

  #scrollTo(top) {
    this.scrolled.scrollTo({ top, behavior: "instant" });
    this.#last = this.scrolled.scrollTop;
    this.#isMoved = true;
  }

  /** Changes the list and keeps a leaf in place. */
  #hold(anchor, change) {
    const was = anchor.bottom;
    change();
    const by = anchor.bottom - was;
    if (by) this.#setSpace(this.#spaceHeight - by);
    if (this.#spaceHeight < 0) this.#recentre();
  }

  /** Resets the space to its height, and scrolls by the same amount: nothing visible moves. */
  #recentre() {
    const by = space - this.#spaceHeight;
    if (Math.abs(by) < 1) return;
    const first = this.#leaves[0];
    const was = first.top;
    this.#setSpace(space);
    this.#scrollTo(this.scrolled.scrollTop + by);
    // Compensates in the space for rounding of the scroll position.
    const off = first.top - was;
    if (off) this.#setSpace(this.#spaceHeight - off);
  }

  // ── Scrolling ────────────────────────────────────────────────────────────────────────────────────

  #scrolledSome() {
    const now = this.scrolled.scrollTop;
    if (now !== this.#last) this.#direction = now < this.#last ? -1 : 1;
    if (!this.#isScrolling && now !== this.#last) {
      this.#isScrolling = true;
      this.#emit("scrollstart", { section: this.#top?.page.section });
    }
    this.#last = now;
    this.#wait();
    this.#updateSoon();
  }

  /** Waits for the end of scrolling. */
  #wait(patience = this.#patience) {
    this.#patience = patience;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stopped(), patience);
  }

  #updateSoon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.update();
    });
  }

  /** Allows one section to be added or removed per frame, so that no frame is late. @returns whether it is allowed
     in this one */
  #mayChange() {
    const frame = document.timeline.currentTime;
    if (frame === this.#changed) return false;
    this.#changed = frame;
    return true;
  }

  /**
   * If the heights of sections have changed, for example because a phone was turned, the same fraction of the
   * topmost stays scrolled away. If not, the position is left alone: a toolbar of the browser may have hidden during
   * a flick.
   */
  #resized() {
    if (this.#held) return;
    const { leaf, offset, height } = this.#was ?? {};
    const now = leaf?.element.offsetHeight;
    if (now && now !== height) this.place(leaf, offset < 0 ? offset * now / height : offset);
    this.update();
  }

  #stopped() {
    if (this.#held) return;
    this.#timer = undefined;
    this.#patience = rest;
    const was = this.#isScrolling;
    const isAtRest = was || this.#isMoved;
    this.#isScrolling = this.#isMoved = false;
    this.#recentre();
    this.update();
    if (was) this.#emit("scrollstop", { section: this.#top?.page.section });
    if (isAtRest) this.onRest();
  }

  /** Adds near sections, removes far ones, and determines the topmost. */
  update() {
    if (!this.#leaves.length || this.#held) return;
    this.#clamp();
    this.#fill();
    this.#trim();
    // Positions are rounded in several places, each time by less than a pixel.
    const edge = this.#origin + this.edge();
    const line = edge + 4;
    const starts = this.#leaves.map((leaf) => leaf.start);
    const at = Math.max(starts.findLastIndex((start) => start <= line), 0);
    const top = this.#leaves[at];
    if (!this.#isScrolling) this.#passBy(line);
    this.#was = { leaf: top, offset: starts[at] - edge, height: top.element.offsetHeight };
    if (top !== this.#top) {
      // Of all sections, paper has this one.
      this.#top?.element.classList.remove("top");
      top.element.classList.add("top");
      this.#top = top;
      this.onTop(top);
      if (!this.isQuiet) foresee(top.page);
      this.#emit("topsection", { section: top.page.section, element: top.element });
    }
  }

  /**
   * Makes the Tab key skip sections above the visible part. Only at rest, and for invisible sections one per frame:
   * the browser recomputes the styles of everything in a section when this changes.
   */
  #passBy(line) {
    let hasChanged = false;
    for (const leaf of this.#leaves) {
      const { element } = leaf;
      const isPast = leaf.bottom <= line;
      if (element.inert === isPast || isPast && element.contains(document.activeElement)) continue;
      if (hasChanged && this.#away(leaf) > 0) {
        this.#updateSoon();
        continue;
      }
      element.inert = isPast;
      hasChanged = true;
    }
  }

  #settle() {
    this.#top = undefined;
    this.update();
  }

  /** Keeps the reader from scrolling into the empty space. */
  #clamp() {
    const first = this.#pending.prev?.element ?? this.#leaves[0].element;
    const gap = first.getBoundingClientRect().top - this.#origin - this.edge();
    if (gap > 0 && this.#spaceHeight > 0) this.#setSpace(Math.max(0, this.#spaceHeight - gap));
    if (this.scrolled.scrollTop < 2 * this.#height) this.#recentre();
  }

  /** The leaf at one end. */
  #end(way) { return way === "prev" ? this.#leaves[0] : this.#leaves.at(-1) }
  /** How far a leaf is outside of the viewport, in px; negative if it is visible. */
  #away({ top, bottom }) { return Math.max(this.#origin - bottom, top - this.#origin - this.#height) }
  /** How far the list extends beyond the viewport, in px. */
  #beyond(way) {
    return way === "prev"
      ? this.#origin - this.#leaves[0].top : this.#leaves.at(-1).bottom - this.#origin - this.#height;
  }

  /**
   * Decides what to do if one more leaf would exceed the limit: the leaf at the other end is removed if it is
   * farther from the viewport than the new one would be, so that the two never remove each other in turn. If it is
   * not, and the end of the list is almost visible, the viewport is taller than the limit allows for, and one more
   * leaf is added.
   * @returns {Leaf | "add" | undefined} the leaf to remove first; "add" to add without; undefined to do neither yet
   */
  #roomFor(way) {
    if (this.#leaves.length < this.limit) return "add";
    const other = this.#end(way === "prev" ? "next" : "prev");
    const beyond = this.#beyond(way);
    if (this.#away(other) > Math.max(beyond, 0)) return other;
    return beyond < this.#height / 4 ? "add" : undefined;
  }

  #fill() {
    if (this.#isStale) return;
    for (const way of this.#direction < 0 ? ["prev", "next"] : ["next", "prev"])
      if (this.#beyond(way) <= near * this.#height && this.#roomFor(way)) this.#extend(way);
  }

  /** The leaf that may be removed: the one at the farther end, if it is far enough away. */
  #distant() {
    if (this.#leaves.length < 2) return undefined;
    const [leaf, away] = ["prev", "next"].map((way) => [this.#end(way), this.#away(this.#end(way))])
      .reduce((first, last) => last[1] > first[1] ? last : first);
    // A leaf beyond the limit is removed as soon as it is not likely to be needed again soon.
    const most = this.#leaves.length > this.limit ? .5 : far;
    // A leaf is added at the same distance at which it may be removed: one pixel more keeps it from coming and going
    // for ever.
    return away < most * this.#height + 1 || leaf.element.contains(document.activeElement) ? undefined : leaf;
  }

  async #trim() {
    if (this.#isTrimming || !this.#distant()) return;
    this.#isTrimming = true;
    await frameDone();
    this.#isTrimming = false;
    // The reader may have turned back meanwhile.
    const leaf = this.#distant();
    if (!leaf) return;
    if (this.#mayChange()) this.#remove(leaf);
    this.#updateSoon();
  }

  #remove(leaf) {
    this.#clear(leaf === this.#leaves[0] ? "prev" : "next");
    this.#leaves = this.#leaves.filter((other) => other !== leaf);
    this.#hold(this.#leaves[0], () => this.#drop(leaf));
  }

  #drop(leaf) {
    const had = leaf.element.contains(document.activeElement);
    leaf.element.remove();
    if (had) document.querySelector("main").focus({ preventScroll: true });
    this.#emit("sectionremoved", { section: leaf.page.section, element: leaf.element });
  }

  // ── Neighbours ───────────────────────────────────────────────────────────────────────────────────

  /** Loads the neighbour of the first or the last section. */
  async #extend(way) {
    if (this.#pending[way]) return;
    const end = this.#end(way);
    const neighbour = end.page[way];
    if (!neighbour?.path) return;
    const generation = this.#generation;
    const waiting = new Waiting(neighbour, end.element, () => {
      this.#clear(way);
      this.#extend(way);
    });
    this.#pending[way] = waiting;
    if (way === "prev") this.#hold(end, () => end.element.before(waiting.element));
    else end.element.after(waiting.element);
    let page;
    try {
      page = await open(neighbour.path, neighbour.isKnown);
    } catch (error) {
      if (this.#pending[way] === waiting) waiting.fail(error);
      return;
    }
    for (;;) {
      await frameDone();
      if (generation !== this.#generation || this.#pending[way] !== waiting) return;
      if (!this.#mayChange()) continue;
      // The reader may have gone elsewhere meanwhile.
      const room = this.#roomFor(way);
      if (room === "add") break;
      if (!room) return this.#clear(way);
      this.#remove(room);
    }
    this.#pending[way] = undefined;
    const leaf = new Leaf(page, this);
    const add = () => {
      waiting.element.replaceWith(leaf.element);
      this.#leaves[way === "prev" ? "unshift" : "push"](leaf);
      // Those who hear of it change it: today's heading may become a line higher.
      this.#emit("sectionadded", { section: page.section, element: leaf.element });
    };
    // If only the placeholder was visible, the new leaf takes its place.
    if (way === "prev") this.#hold(end, add);
    else add();
    this.update();
    // Scrolling may have stopped beside the placeholder, where nothing could be aligned.
    if (!this.#timer) this.onRest();
  }

  /** Removes a placeholder; the section it waits for is dropped. */
  #clear(way) {
    const waiting = this.#pending[way];
    if (!waiting) return;
    this.#pending[way] = undefined;
    if (way === "prev" && this.#leaves.length) this.#hold(this.#leaves[0], () => waiting.element.remove());
    else waiting.element.remove();
  }

  #retry() {
    for (const way of ["prev", "next"]) if (this.#pending[way]?.isFailed) this.#pending[way].retry();
  }
}

/** The number of weeks that a month meets. */
const weeksOf = (month) => {
  const week = (date) => at(sections(date).week) / 604_800_000;
  return week(plus(turned(`${month}-01`, "calendar", 1), -1)) - week(`${month}-01`) + 1;
};

/** A placeholder for a section, as high as that will be, with a text that it is loading. */
class Waiting {
  isFailed = false;
  /**
   * @param {Neighbour} neighbour the page that it stands for
   * @param {Element} beside the section that it is to be beside: most are as high as this one, months differ by weeks
   */
  constructor({ title, path }, beside, retry) {
    this.title = title || path;
    this.retry = retry;
    this.element = document.createElement("div");
    this.element.className = "leaf waiting";
    this.element.ariaBusy = "true";
    const { style } = this.element;
    const rows = [...beside.querySelectorAll(".month tbody tr")].filter((row) => row.offsetHeight);
    const { view, section } = partsOf(path);
    let height = beside.offsetHeight;
    // Weeks beside the agenda are shown once, though two months share them.
    if (view === "calendar" && rows.length && !beside.closest(".weeks")) {
      const row = rows[0].parentNode.offsetHeight / rows.length;
      height += (weeksOf(section) - rows.length) * row;
      style.setProperty("--row", `${row}px`);
    }
    style.height = `${height}px`;
    this.text = document.createElement("p");
    this.text.textContent = phrase(words.loading, { title: this.title });
    this.element.append(this.text);
  }
  fail() {
    this.isFailed = true;
    this.element.ariaBusy = null;
    this.text.role = "alert";
    this.text.textContent = phrase(words.failed, { title: this.title });
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words.retry;
    button.addEventListener("click", () => this.retry());
    this.element.append(button);
  }
}
