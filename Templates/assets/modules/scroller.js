// Sections one after another, without end in either direction: the last one is asked for its next, the first
// for its previous, and those out of sight are taken away (BLScrollView's idea).
//
// Above the first section stands an empty space. What is added above takes its height from that space and what is
// removed gives it back, so nothing that is seen moves, the scroll position is never written while somebody
// scrolls, and no browser loses the speed of a flick. Only at rest is the space made what it was.

import { at, plus, sections, turned } from "./dates.js";
import { open, openEngine, partsOf } from "./pages.js";
import { words } from "./words.js";

/** How much empty space is kept above, in px: many flicks of the fastest finger. */
const space = 400_000;
/** Sections are added until they reach this many heights of the view beyond its edges, and removed beyond the other. */
const near = 1.5;
const far = 1.5;
/** Without a scroll for so long, in ms, scrolling has stopped. */
const rest = 140;

/**
 * Once the next frame has been handed on to be drawn. What comes or goes then is laid out in a task of its own, and painted
 * in that of the frame after.
 */
const frameDone = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)) });

const emit = (name, detail) => document.dispatchEvent(new CustomEvent(`busylife:${name}`, { detail }));

/** Loads the engine three sections before the edge of what is published, one where that are years: it takes a moment. */
const foresee = ({ view, section }) => {
  const date = `${section}-01-01`.slice(0, 10);
  const ahead = view === "year" ? 1 : 3;
  const { isPublished } = globalThis.busylife;
  if ([-ahead, ahead].some((by) => !isPublished(view, sections(turned(date, view, by))[view])))
    openEngine().catch(() => {});
};

/** One page in the run: its sections and the title above them. */
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
  /** Whether the position was written since the last rest: a glide that was under way is over then, wherever it was. */
  #isMoved = false;
  #timer;
  #frame;
  #changed;
  #last = 0;
  #direction = 1;
  /** Of what is shown: what comes later for what was there before is not used. */
  #generation = 0;
  /** Of the wishes of where to be: the last one holds. */
  #turn = 0;
  #isStale = false;
  #isTrimming = false;
  #top;
  /** Where the top was, and how high, when it was last looked at. */
  #was;

  /**
   * @param {object} options
   * @param {Element} options.host what holds the sections; they may be in it already
   * @param {Element} [options.viewport] what scrolls; the document if left out
   * @param {number} options.limit of pages that are kept
   * @param {() => number} [options.edge] the distance of the first visible line from the top of the view, in px
   * @param {(element: Element, page: object) => void} [options.adopt] changes a leaf before it is seen
   * @param {(leaf: Leaf) => void} [options.onTop] when another section is the topmost
   * @param {() => void} [options.onRest] when scrolling has stopped
   * @param {boolean} [options.isQuiet] whether the document is not told
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
    (viewport ?? window).addEventListener("scroll", () => this.#scrolledSome(), { passive: true });
    addEventListener("resize", () => this.#resized());
    addEventListener("online", () => this.#retry());
  }

  get leaves() { return this.#leaves }
  get top() { return this.#top }
  get #height() { return this.viewport ? this.viewport.clientHeight : innerHeight }
  /** The viewport's top in the coordinates of the window. */
  get #origin() { return this.viewport ? this.viewport.getBoundingClientRect().top : 0 }
  #emit(name, detail) { if (!this.isQuiet) emit(name, detail) }

  // ── Showing ──────────────────────────────────────────────────────────────────────────────────────

  /** Begins with a page whose sections stand in the host: nothing is seen to move. @param {number} [was] where they stood */
  begin(page, was = page.sections[0].getBoundingClientRect().top) {
    const [first] = page.sections;
    const focused = document.activeElement;
    first.before(this.#run);
    const leaf = new Leaf(page, this);
    this.#run.append(leaf.element);
    // What is moved in the document loses the focus.
    if (leaf.element.contains(focused)) focused.focus({ preventScroll: true });
    this.#leaves = [leaf];
    this.#setSpace(space);
    this.#scrollTo(this.scrolled.scrollTop + first.getBoundingClientRect().top - was);
    if (this.offsetOf(leaf) > 0) this.place(leaf);
    this.#settle();
    return leaf;
  }

  /**
   * Shows a page and its neighbours in place of all that is there; unless, before the page is here, another is asked
   * for or the reader is brought somewhere else: then it gives undefined.
   * @param {string} path of the page
   * @param {(leaf: Leaf) => number} [target] how far below the edge the leaf's start should be, in px
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

  /** As show(), when nothing that is there holds any more: until it is shown nothing is added, or gone to there. */
  renew(path, isKnown, target) {
    this.#isStale = true;
    return this.show(path, isKnown, target);
  }

  /** The reader goes to something that is there: what was on its way to be shown is not wanted any more. */
  stay() { this.#turn += 1 }
  /** Whether what is there is about to be shown anew, so that one has to ask for it. */
  get isStale() { return this.#isStale }

  /** Scrolls so that a leaf starts this far below the edge. */
  place(leaf, offset = 0) {
    this.#scrollTo(this.scrolled.scrollTop + this.offsetOf(leaf) - offset);
  }

  /** How far a leaf's start is below the edge now; what place() takes. */
  offsetOf(leaf) { return leaf.start - this.#origin - this.edge() }
  get offset() { return this.#top ? this.offsetOf(this.#top) : 0 }

  /** Brings an element of a leaf to the edge, or so many px below it. */
  reveal(element, behavior = "instant", below = 0) {
    const by = element.getBoundingClientRect().top - this.#origin - this.edge() - below;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.scrolled.scrollBy({ top: by, behavior: isCalm || Math.abs(by) > 3 * this.#height ? "instant" : behavior });
  }

  /** Changes how sections look and keeps an element of theirs where it is seen. */
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

  /** Changes the run and keeps a leaf where it is. */
  #hold(anchor, change) {
    const was = anchor.bottom;
    change();
    const by = anchor.bottom - was;
    if (by) this.#setSpace(this.#spaceHeight - by);
    if (this.#spaceHeight < 0) this.#recentre();
  }

  /** Gives the space its height back, and scrolls by as much: nothing is seen to move. */
  #recentre() {
    const by = space - this.#spaceHeight;
    if (Math.abs(by) < 1) return;
    const first = this.#leaves[0];
    const was = first.top;
    this.#setSpace(space);
    this.#scrollTo(this.scrolled.scrollTop + by);
    // What the browser rounded in the scroll position is put into the space.
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stopped(), rest);
    this.#updateSoon();
  }

  #updateSoon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.update();
    });
  }

  /** One section comes or goes in a frame, so that no frame is late for it. @returns whether one may in this one */
  #mayChange() {
    const frame = document.timeline.currentTime;
    if (frame === this.#changed) return false;
    this.#changed = frame;
    return true;
  }

  /**
   * Where sections have got another height, as when a phone is turned, the share of the topmost that was scrolled away
   * stays the same. Where they have not, the position is left alone: a bar of the browser may have gone in a flick.
   */
  #resized() {
    const { leaf, offset, height } = this.#was ?? {};
    const now = leaf?.element.offsetHeight;
    if (now && now !== height) this.place(leaf, offset < 0 ? offset * now / height : offset);
    this.update();
  }

  #stopped() {
    const was = this.#isScrolling;
    const isAtRest = was || this.#isMoved;
    this.#isScrolling = this.#isMoved = false;
    this.#recentre();
    this.update();
    if (was) this.#emit("scrollstop", { section: this.#top?.page.section });
    if (isAtRest) this.onRest();
  }

  /** Fills what is near, removes what is far, and finds the top. */
  update() {
    if (!this.#leaves.length) return;
    this.#clamp();
    this.#fill();
    this.#trim();
    // Positions are rounded here and there, each time by less than a pixel.
    const edge = this.#origin + this.edge();
    const line = edge + 4;
    const starts = this.#leaves.map((leaf) => leaf.start);
    const at = Math.max(starts.findLastIndex((start) => start <= line), 0);
    const top = this.#leaves[at];
    if (!this.#isScrolling) this.#passBy(line);
    this.#was = { leaf: top, offset: starts[at] - edge, height: top.element.offsetHeight };
    if (top !== this.#top) {
      this.#top = top;
      this.onTop(top);
      if (!this.isQuiet) foresee(top.page);
      this.#emit("topsection", { section: top.page.section, element: top.element });
    }
  }

  /**
   * The Tab key goes on from the head to what is seen, and not to what lies above it. Only at rest, and what is out of
   * sight one in a frame: the browser computes the style of all that a section holds anew when this changes.
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

  /** Nobody scrolls into the empty space. */
  #clamp() {
    const first = this.#pending.prev?.element ?? this.#leaves[0].element;
    const gap = first.getBoundingClientRect().top - this.#origin - this.edge();
    if (gap > 0 && this.#spaceHeight > 0) this.#setSpace(Math.max(0, this.#spaceHeight - gap));
    if (this.scrolled.scrollTop < 2 * this.#height) this.#recentre();
  }

  /** The leaf at one end. */
  #end(way) { return way === "prev" ? this.#leaves[0] : this.#leaves.at(-1) }
  /** How far a leaf is out of sight, in px; negative where it is seen. */
  #away({ top, bottom }) { return Math.max(this.#origin - bottom, top - this.#origin - this.#height) }
  /** How far the run goes on beyond the view, in px. */
  #beyond(way) {
    return way === "prev" ? this.#origin - this.#leaves[0].top : this.#leaves.at(-1).bottom - this.#origin - this.#height;
  }

  /**
   * What has to be done where one more leaf would be one too many: the leaf at the other end makes room if it is farther
   * from sight than the new one would be, so that the two never drive one another out. Where it is not, and the end
   * of the run is all but seen, the view is higher than what may be kept, and one more is.
   * @returns {Leaf | "add" | undefined} what to remove before; whether to add; or neither, as there is no hurry
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

  /** The leaf that may go: the one at the farther end, where that is far enough. */
  #distant() {
    if (this.#leaves.length < 2) return undefined;
    const [leaf, away] = ["prev", "next"].map((way) => [this.#end(way), this.#away(this.#end(way))])
      .reduce((first, last) => last[1] > first[1] ? last : first);
    // What is one too many goes as soon as it is not about to be wanted again.
    const most = this.#leaves.length > this.limit ? .5 : far;
    // A section is added just as far from the view as it may go from: by a pixel more, lest it come and go without end.
    return away < most * this.#height + 1 || leaf.element.contains(document.activeElement) ? undefined : leaf;
  }

  async #trim() {
    if (this.#isTrimming || !this.#distant()) return;
    this.#isTrimming = true;
    await frameDone();
    this.#isTrimming = false;
    // The reader may have turned round meanwhile.
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

  /** Asks the first or the last section for its neighbour. */
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
    if (way === "prev") {
      this.#hold(end, () => waiting.element.replaceWith(leaf.element));
      this.#leaves.unshift(leaf);
    } else {
      // Where only the waiting section was seen, the new one takes its place.
      waiting.element.replaceWith(leaf.element);
      this.#leaves.push(leaf);
    }
    this.#emit("sectionadded", { section: page.section, element: leaf.element });
    this.update();
  }

  /** Takes a waiting section away; what it waits for is not used. */
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

/** How many weeks a month meets. */
const weeksOf = (month) => {
  const last = plus(turned(`${month}-01`, "calendar", 1), -1);
  const [first, end] = [`${month}-01`, last].map((date) => at(sections(date).week));
  return Math.round((end - first) / 604_800_000) + 1;
};

/** What stands where a section will be, as high as that, and says so. */
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
    this.text.textContent = words.loading(this.title);
    this.element.append(this.text);
  }
  fail() {
    this.isFailed = true;
    this.element.ariaBusy = null;
    this.text.role = "alert";
    this.text.textContent = words.failed(this.title);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words.retry;
    button.addEventListener("click", () => this.retry());
    this.element.append(button);
  }
}
