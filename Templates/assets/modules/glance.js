// Navigation between days on today.html: each is fetched if it was published, and otherwise drawn by the engine.

import { frame, say } from "./frame.js";
import * as pages from "./pages.js";
import { one } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { names, phrase, spell, words } from "./words.js";

const { at, plus } = globalThis.busylife.dates;
const { busylife } = globalThis;
// This module may run before today.js, which it needs.
if (!busylife.glance) {
  await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
}

const { glance } = busylife;
const main = one("main");

// ── Days and their neighbours ──────────────────────────────────────────────────────────────────

/** The neighbours of each day, from its page: a zone may have skipped a date. */
const beside = new Map();
const dateOf = (path) => /^day\/(.+)\.html$/.exec(path)?.[1];

/** Opens the page of a day. */
const open = async (date) => {
  const page = await pages.open(`day/${date}.html`, busylife.isPublished("day", date));
  beside.set(date, { prev: dateOf(page.prev?.path), next: dateOf(page.next?.path) });
  const section = document.adoptNode(page.sections[0]);
  // One screen has one line of hours for all.
  if (section.matches(".rooms")) (await import("./rooms.js")).undivide(section);
  return { date, page, title: page.title, section };
};

/** @param {(page: object) => void} legend updates the list of calendars from a page */
export const begin = (legend) => {
  // Its script has words of its own, in the site's clock.
  if (names.time !== names.site.time) Object.assign(glance.words, names.other);
  /** Fills the preview of the next day, whose script comes when the page is there. */
  const fill = (found) => {
    preview ??= import("./tomorrow.js").then(({ tomorrow }) => tomorrow(glance));
    preview.then((show) => show(found), () => { preview = undefined });
  };
  let preview;
  const link = (rel) => one(`a[rel=${rel}]`, main);
  const shown = (rel) => link(rel) && dateOf(pages.pathOf(link(rel).href));
  beside.set(glance.date(), { prev: shown("prev"), next: shown("next") });

  const put = ({ page, title, section }) => {
    const canonical = one("link[rel=canonical]");
    const kept = { title: document.title, section: document.body.dataset.section, canonical: canonical?.href };
    frame(page);
    // The page stays the same, whatever day it shows.
    document.title = kept.title;
    document.body.dataset.section = kept.section;
    if (canonical) canonical.href = kept.canonical;
    legend(page);
    glance.put(section);
    busylife.refresh();
    say(title);
  };

  /** Updates the pager's links, which can also be opened in another tab. */
  const pager = (day) => {
    for (const rel of ["prev", "next"]) {
      const date = beside.get(day)?.[rel];
      if (link(rel) && date) link(rel).href = `#d${date}`;
    }
  };

  // ── The day in the address ─────────────────────────────────────────────────────────────────────

  const wanted = () => glance.named() ?? busylife.opens();
  /** Counts requests for a day: only the last one is shown. */
  let begun = 0;
  /** The day being loaded. */
  let asked;
  /** Whether the visible day was drawn for another zone or other calendars. */
  let isStale = false;

  const follow = async (isAnew = false) => {
    const own = ++begun;
    const isLast = () => own === begun;
    const day = asked = wanted();
    if (isAnew) beside.clear();
    isStale ||= isAnew;
    try {
      if (day !== glance.date() || isStale) {
        main.ariaBusy = "true";
        const found = await open(day);
        if (!isLast()) return;
        put(found);
        isStale = false;
        // In another zone today may be another date.
        if (wanted() !== day) return follow();
      }
    } finally {
      if (isLast()) {
        main.ariaBusy = null;
        asked = undefined;
      }
    }
    unnotice("failed");
    pager(day);
    fill();
    const next = beside.get(day)?.next;
    const found = next && await open(next).catch(() => undefined);
    if (isLast()) fill(found ?? null);
  };
  const show = () => {
    const day = wanted();
    follow().catch((error) => complain(error, day));
  };

  /** Reports that a day could not be loaded. */
  const complain = (error, day) => {
    const isLost = error.kind === "network";
    notice("failed", isLost ? phrase(words.failed, { title: spell(names.fullDay, at(day), names) }) : error.message,
      isLost ? { label: words.retry, act: show } : undefined);
  };

  addEventListener("hashchange", () => { if (wanted() !== (asked ?? glance.date()) || one(".notice.failed")) show() });
  document.addEventListener("busylife:minute", () => {
    // After midnight an open page moves on to the new day, unless the address names a day.
    if (!glance.named() && glance.date() !== busylife.opens()) show();
  });

  // ── Steps ──────────────────────────────────────────────────────────────────────────────────────

  const go = (day) => {
    if (glance.named() !== day) location.hash = `#d${day}`;
    // The event arrives late after quick presses, and not at all if the address already names this day.
    show();
  };
  const step = async (by) => {
    const day = asked ?? glance.date();
    if (!beside.has(day)) await open(day).catch(() => {});
    go(beside.get(day)?.[by < 0 ? "prev" : "next"] ?? plus(day, by));
  };
  /** Quick steps are queued: each counts from the day that the one before requested. */
  let steps = Promise.resolve();
  const turn = (by) => { steps = steps.then(() => step(by)) };
  glance.lead({ go, turn });

  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = event.target.closest?.("main a[href^='#d']");
    if (!target) return;
    event.preventDefault();
    if (target.rel) turn(target.rel === "prev" ? -1 : 1);
    else go(target.hash.slice(2));
  });

  /** Redraws the day: in another zone, or with other calendars. */
  glance.redraw = () => follow(true);
  return show();
};
