// The way from day to day on today.html: each as it was published, or as the engine draws it.

import { at, dateFormat, plus } from "./dates.js";
import { fill } from "./fill.js";
import { frame, say } from "./frame.js";
import * as pages from "./pages.js";
import { one } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { tomorrow } from "./tomorrow.js";
import { words } from "./words.js";

const { busylife } = globalThis;
// A module may be here before a script that the page waits for.
if (!busylife.glance) {
  await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
}

const { glance } = busylife;
const main = one("main");
const spoken = (date) => dateFormat({ dateStyle: "full" }).format(at(date));

// ── Days and those beside them ───────────────────────────────────────────────────────────────────

/** The days before and after one, as its page has them: a zone may have skipped a date. */
const beside = new Map();
const dateOf = (path) => /^day\/(.+)\.html$/.exec(path)?.[1];

/** Opens the page of a day. */
const open = async (date) => {
  const page = await pages.open(`day/${date}.html`, busylife.isPublished("day", date));
  beside.set(date, { prev: dateOf(page.prev?.path), next: dateOf(page.next?.path) });
  return { date, page, title: page.title, section: document.adoptNode(page.sections[0]) };
};

/** @param {(page: object) => void} legend takes over a page's list of calendars */
export const begin = (legend) => {
  const fill = tomorrow(glance);
  const link = (rel) => one(`a[rel=${rel}]`, main);
  const shown = (rel) => link(rel) && dateOf(pages.pathOf(link(rel).href));
  beside.set(glance.date(), { prev: shown("prev"), next: shown("next") });

  const put = ({ page, title, section }) => {
    const canonical = one("link[rel=canonical]");
    const kept = { title: document.title, section: document.body.dataset.section, canonical: canonical?.href };
    frame(page);
    // Whatever day it shows, the page is this one.
    document.title = kept.title;
    document.body.dataset.section = kept.section;
    if (canonical) canonical.href = kept.canonical;
    legend(page);
    glance.put(section);
    busylife.refresh();
    say(title);
  };

  /** The pager's links, which can be opened elsewhere too. */
  const pager = (day) => {
    for (const rel of ["prev", "next"]) {
      const date = beside.get(day)?.[rel];
      if (link(rel) && date) link(rel).href = `#d${date}`;
    }
  };

  // ── The day that the address names ─────────────────────────────────────────────────────────────

  const wanted = () => glance.named() ?? busylife.opens();
  /** Of several ways that are begun the last is gone. */
  let begun = 0;
  /** The day that is on its way. */
  let asked;
  /** Whether what is shown is of another zone or of other calendars. */
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
        // In another zone today may be another day.
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

  /** Says that a day did not come. */
  const complain = (error, day) => {
    const isLost = error.kind === "network";
    notice("failed", isLost ? fill(words.failed, { title: spoken(day) }) : error.message, isLost ? { label: words.retry, act: show } : undefined);
  };

  addEventListener("hashchange", () => { if (wanted() !== (asked ?? glance.date()) || one(".notice.failed")) show() });
  document.addEventListener("busylife:minute", () => {
    // Past midnight an open page goes on to the new day, unless another one was asked for.
    if (!glance.named() && glance.date() !== busylife.opens()) show();
  });

  // ── Steps ──────────────────────────────────────────────────────────────────────────────────────

  const go = (day) => {
    if (glance.named() !== day) location.hash = `#d${day}`;
    // The event comes late for whoever presses quickly, and never where the address names this day already.
    show();
  };
  const step = async (by) => {
    const day = asked ?? glance.date();
    if (!beside.has(day)) await open(day).catch(() => {});
    go(beside.get(day)?.[by < 0 ? "prev" : "next"] ?? plus(day, by));
  };
  /** Steps that follow one another quickly: each counts from the day that the one before asked for. */
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

  /** Shows the day anew: in another zone, or with other calendars. */
  glance.redraw = () => follow(true);
  return show();
};
