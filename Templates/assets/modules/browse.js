// Starts the features that need a server: endless sections, other zones, the reader's calendars. Loaded by site.js,
// which does everything that needs no server.

import { frame, frameOf, remember, sayPlace } from "./frame.js";
import * as pages from "./pages.js";
import { chooser } from "./zone.js";
import { options } from "./options.js";
import { names, phrase, words } from "./words.js";
import { all, one } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { isKept } from "./worker.js";
import { settings } from "./liked.js";

const { busylife } = globalThis;
const body = document.body;
const main = document.querySelector("main");

/** The number of pages of each view that are kept: at most 12 months, 120 days, 6 years are allowed. */
const limits = { calendar: 11, agenda: 3, week: 12, day: 30, year: 3 };

/** The first visible line below the fixed elements, measured from the top of the viewport. */
const edge = () => {
  const bar = one(".bar");
  return bar && getComputedStyle(bar).position === "sticky"
    ? parseFloat(getComputedStyle(bar).top) + bar.offsetHeight : 0;
};

let scroller;
let home;
/** Lays print.html out again. */
let printed;

// ── Endless sections ─────────────────────────────────────────────────────────────────────────────

let saying;
const onTop = (leaf) => {
  frame(leaf.page);
  clearTimeout(saying);
  saying = setTimeout(() => {
    sayPlace(leaf.page.title);
    keep();
  }, 250);
};

/** Stores the position in this history entry, for a return to it. */
const keep = () => {
  if (home) home.keep();
  else if (scroller?.top) {
    // The reader may have scrolled since the topmost section was determined.
    scroller.update();
    remember(scroller.top.page, scroller.offset);
  }
};

/** The footer could never be reached, so it is fixed at the lower edge, with the legend of calendars. */
const endless = () => {
  body.classList.add("endless");
  if (body.dataset.view !== "today")
    one("footer.site").prepend(...[one("main .legend"), one("main > .levels")].filter(Boolean));
  options(calendars);
};

const hasTimeline = () => body.dataset.view in { day: 1, week: 1 };

/** Starts endless scrolling on a page of sections that is in the document. */
const begin = async (path, isPublished) => {
  // The scroller begins after the first frame, in which site.js opens the page: later that would move other sections.
  const [{ Scroller }, nearby] = await Promise.all([
    import("./scroller.js"), hasTimeline() && import("./nearby.js"), new Promise(requestAnimationFrame),
  ]);
  const page = frameOf(pages.read(document, path, isPublished, document.baseURI));
  if (!page.sections.length) return;
  history.scrollRestoration = "manual";
  // Without its foot the page is shorter, and may be scrolled less far for a moment.
  const was = page.sections[0].getBoundingClientRect().top;
  endless();
  scroller = new Scroller({ host: main, limit: limits[page.view], edge, onTop });
  scroller.begin(page, was);
  nearby?.moveEvents?.({ scroller: () => scroller, edge, redraw });
};

/**
 * Goes to a section of this view: scrolls if it is near, otherwise shows it at once.
 * @param {string} path of its page
 * @param {{date?: string, isKnown?: boolean, behavior?: string, isNew?: boolean}} [options] the day to show in it
 */
const go = async (path, { date, isKnown = true, behavior = "smooth", isNew = true } = {}) => {
  if (isNew) keep();
  unnotice("failed");
  let leaf = leafAt(path);
  if (leaf) reveal(leaf, date, behavior);
  else {
    main.ariaBusy = "true";
    try {
      leaf = await scroller.show(path, isKnown);
    } finally {
      main.ariaBusy = null;
    }
    if (!leaf) return;
    reveal(leaf, date, "instant");
  }
  if (isNew) remember(leaf.page, 0, true);
  if (date) busylife.focus(date);
};

/** The leaf of a page that is loaded, as a target. */
const leafAt = (path) => {
  const leaf = scroller.isStale ? undefined : scroller.leafOf(path);
  if (leaf) scroller.stay();
  return leaf;
};

const reveal = (leaf, date, behavior) => {
  const day = date && one(`.agenda [data-date="${date}"]`, leaf.element)?.closest(".day");
  if (day) return scroller.reveal(day, behavior);
  const start = one(":scope > .leaf-title", leaf.element) ? leaf.element.children[1] : leaf.element;
  const opening = hasTimeline() && busylife.opening(leaf.element);
  if (opening) {
    const above = parseFloat(getComputedStyle(opening).scrollMarginTop) - edge();
    const isBelow = opening.getBoundingClientRect().top - above > start.getBoundingClientRect().top;
    return scroller.reveal(isBelow ? opening : start, behavior, isBelow && above);
  }
  // A day far down in a tall section is scrolled to the middle.
  const cell = date && one(`[data-date="${date}"]:not(.out)`, leaf.element);
  const box = cell?.getBoundingClientRect();
  const isFar = box && edge() + box.top - start.getBoundingClientRect().top > innerHeight * .8;
  if (isFar) scroller.reveal(cell, behavior, Math.max((innerHeight - edge() - box.height) / 2, 0));
  else scroller.reveal(start, behavior);
};

const follow = (link, options) => {
  const path = pages.pathOf(link.href);
  if (!path || !scroller || pages.partsOf(path).view !== body.dataset.view) return false;
  const leave = () => { location.href = link.href };
  const walk = () => go(path, { isKnown: pages.isKnown(link.href), ...options })
    .catch((error) => error.kind === "network" ? failed(path, walk) : leave());
  walk();
  return true;
};

/** A section can't be shown now: the position stays. */
const failed = (path, again) =>
  notice("failed", phrase(words.failed, { title: pages.partsOf(path).section }), { label: words.retry, act: again });

addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  const link = event.target.closest("a[href]");
  if (!link) return;
  const behavior = event.detail ? "smooth" : "instant";
  let done = false;
  if (link.matches(".skip") && (scroller || home)) {
    // The target of the link begins far above the visible part.
    main.focus({ preventScroll: true });
    done = true;
  } else if (link.matches("[data-today]")) {
    const date = busylife.today();
    if (home) done = home.go(date, behavior);
    else done = follow({ href: busylife.todayHref() }, { date, behavior });
  } else if (link.matches(":is([rel=prev], [rel=next])"))
    done = home ? home.turn(link.rel) : follow(link, { behavior });
  else if (home && link.closest(".side td")) done = home.go(link.closest("td").dataset.date, behavior);
  if (done) event.preventDefault();
});

// A day that keys lead to and that is not in the document yet.
document.addEventListener("busylife:wantday", (event) => {
  const { date, step, href } = event.detail;
  if (home) {
    if (home.go(date, "instant", true)) event.preventDefault();
    return;
  }
  if (!scroller) return;
  if (href) {
    if (follow({ href: new URL(href, document.baseURI).href }, { date, behavior: "instant" })) event.preventDefault();
    return;
  }
  const neighbour = step < 0 ? scroller.leaves[0].page.prev : scroller.leaves.at(-1).page.next;
  if (!neighbour?.path) return;
  event.preventDefault();
  const walk = () => go(neighbour.path, { date, isKnown: neighbour.isKnown, behavior: "instant", isNew: false })
    .catch(() => failed(neighbour.path, walk));
  walk();
});

document.addEventListener("busylife:scrollstop", keep);
addEventListener("pagehide", keep);
addEventListener("popstate", async ({ state }) => {
  if (!state?.path || !scroller || home) return home?.restore(state);
  const leaf = leafAt(state.path);
  if (leaf) {
    scroller.place(leaf, state.offset);
    keep();
  } else await scroller.show(state.path, state.isPublished, () => state.offset).catch(() => location.reload());
});

// ── Another zone, more calendars ─────────────────────────────────────────────────────────────────

/** The zone in the address, until it proves to be unknown. */
let asked = new URL(location.href).searchParams.get("tz");
const restoreZone = () => {
  const key = "busylife:zone";
  try { return asked ?? sessionStorage.getItem(key) ?? localStorage.getItem(key) } catch { return undefined }
};
/** Keeps it for this tab, once it has proved to be a zone. */
const keepAsked = () => { try { if (asked) sessionStorage.setItem("busylife:zone", asked) } catch {} };
/** Shows the site's own zone and says that the requested one does not exist. */
const refuseZone = () => {
  const name = pages.zone();
  asked = null;
  pages.setZone(undefined);
  quietly(import("./zones.js").then(({ refuse }) => refuse(name)));
};

const liked = settings();
/** Applies the reader's clock and first weekday (reading.js), if they are not the site's. */
const setCustoms = () => {
  names.site = { time: names.time, half: names.half };
  const { clock } = liked;
  const isOther = !!clock && !!names.other && clock !== (/\{[hK]/.test(names.time) ? "h12" : "h23");
  if (isOther) Object.assign(names, { half: undefined }, names.other);
  pages.setCustoms(body.dataset.siteWeekday ? +body.dataset.firstWeekday : 0, isOther);
};

/** Redraws everything: in another zone, or with other calendars. */
const redraw = async () => {
  pages.forget();
  main.ariaBusy = "true";
  try {
    if (home) await home.redraw();
    else if (scroller) {
      const { page } = scroller.top;
      const offset = scroller.offset;
      const leaf = await scroller.renew(pages.shownPath(page.path), page.isPublished, () => offset);
      if (leaf) legend(leaf.page);
    } else if (body.dataset.view === "today") await busylife.glance.redraw();
    else if (printed) await printed();
    else if (body.dataset.view === "event")
      await (await import("./beyond.js")).draw(`event/${body.dataset.section}.html`, true);
    busylife.refresh();
    keep();
  } finally {
    main.ariaBusy = null;
  }
};

/** Updates the legend from a page, since calendars may have been added or removed. */
const legend = (page) => {
  const made = one(".legend", page.document);
  if (made) busylife.legend(document.importNode(made, true));
};

/** Loads the reader's own calendars, which few readers have. */
const calendars = async () => {
  const own = await import("./calendars.js");
  own.whenChanged(async (hasAny) => {
    pages.setCalendars(hasAny);
    await redraw();
  });
  return own;
};
/** Whether this visit has any, as stored by calendars.js. */
const hasCalendars = () => {
  try { return sessionStorage.getItem("busylife:calendars") !== null } catch { return false }
};

// ── The position on the page ────────────────────────────────────────────────────────────────────

/** Returns to the reader's earlier position on this page, or to the day in the address; only then opens a drawn
    page. */
const restore = (isDrawn = false) => {
  const date = /^#d(\d{4,}-\d\d-\d\d)$/.exec(location.hash)?.[1];
  if (history.state?.path && scroller?.leaves[0]?.page.path === history.state.path)
    scroller.place(scroller.leaves[0], history.state.offset);
  else if (scroller && (date || isDrawn && hasTimeline())) reveal(scroller.leaves[0], date, "instant");
  // A year opens at today. In the middle of the view an early month would leave room for the year before.
  else if (scroller && body.dataset.view === "year")
    one(`main [data-date="${busylife.today()}"]`)?.closest(".small")
      .scrollIntoView({ block: "nearest", behavior: "instant" });
};

// ── Beginning ────────────────────────────────────────────────────────────────────────────────────

const offline = () => navigator.onLine ? unnotice("offline") : notice("offline", words.offline);
addEventListener("online", offline);
addEventListener("offline", offline);

/** A part that the page can do without. */
const quietly = (part) => part.catch(() => {});

const start = async () => {
  // Relative addresses must stay valid when the page's own address changes.
  Object.assign(body.dataset, {
    root: pages.root.href, engine: new URL(body.dataset.engine, document.baseURI).href,
  });
  const { view, section } = body.dataset;
  if (one(".elsewhere")) await import("./elsewhere.js");
  if (body.dataset.zones) asked = undefined;
  else {
    pages.setZone(restoreZone());
    chooser(redraw);
  }
  setCustoms();
  if (hasCalendars()) pages.setCalendars((await calendars()).restore());
  if (view === "beyond" || view === "missing")
    await (await import("./beyond.js")).drawWanted({ begin, restore, refuseZone });
  else if (view === "print") printed = await (await import("./print.js")).begin();
  else if (view === "index") {
    const { Home } = await import("./home.js");
    history.scrollRestoration = "manual";
    home = new Home({ legend });
    home.begin();
    endless();
  } else if (view === "today") {
    endless();
    (await import("./glance.js")).begin(legend);
  } else if (view in limits) {
    await begin(`${view}/${section}.html`, true);
    restore();
  } else for (const link of all("a[href]")) if (!link.getAttribute("href").startsWith("#")) link.href = link.href;
  if (view === "search") quietly(import("./search.js").then(({ page }) => page()));
  busylife.refresh();
  if (pages.isChanged() && view !== "beyond" && view !== "missing") await redraw().catch(remain);
  keepAsked();
  // What helps to read comes once the page is there; folded hours, which move what is below them, with it.
  const extras = () => quietly(import("./extras.js").then(({ begun }) => begun));
  if (liked.fold) await extras();
  else setTimeout(extras, 500);
  body.dataset.scripts = "ready";
  if (isKept) quietly(import("./offline.js"));
};

/** If the page can't be drawn again, the published one stays; another zone then has no effect. */
const remain = async (error) => {
  if (error.kind === "zone") refuseZone();
  else {
    pages.setZone(undefined);
    pages.setCalendars(false);
    notice("failed", error.message, { label: words.retry, act: () => location.reload() });
  }
  if (pages.isChanged()) await redraw().catch(remain);
};

// The address of the page for its printed foot, with a code: when the reader may be about to print, by a key or by a
// menu, which is beyond the edge of the page. (Fingers leave the page with each touch.)
if (one(".paper img")) {
  for (const kind of ["pointerleave", "contextmenu", "keydown"]) {
    document.documentElement.addEventListener(kind, (event) => {
      if (kind !== "keydown" || event.ctrlKey || event.metaKey || event.altKey) quietly(import("./paper.js"));
    });
  }
}

start().catch(() => notice("failed", words.plain, { label: words.retry, act: () => location.reload() }));
