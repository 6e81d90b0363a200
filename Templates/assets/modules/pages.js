// Pages of the site, from which parts are taken: fetched if they were published, otherwise made by the engine.

import { words } from "./words.js";

const data = document.body.dataset;

/** The root of the site in its zone, and its published files. Determined before any address changes. */
export const root = new URL(data.root || "./", document.baseURI);
const homeZone = data.zone;
const publishedWindow = [data.windowFrom, data.windowTo];
const kinds = new Set(["calendar", "agenda", "week", "day", "year", "event"]);

/** How every page is shown: the reader's zone, if it is not the site's, and whether they have added calendars. */
const lens = { zone: undefined, hasCalendars: false, first: 0, hasOtherClock: false };

/** Whether the page speaks the language of the engine's messages. */
export const isEnglish = /^(en\b|$)/.test(data.wordsLang ?? document.documentElement.lang);

/** The zone in which days are shown. */
export const zone = () => lens.zone ?? homeZone;
export const siteZone = homeZone;

/** Sets the zone of every page opened from now on. */
export const setZone = (name) => { lens.zone = name && name !== homeZone ? name : undefined };

/** Sets whether the reader has added calendars. */
export const setCalendars = (hasAny) => { lens.hasCalendars = hasAny };

/** Sets the first day of weeks, 1 for Monday to 7, if it is not the site's, and whether times are on the clock that the
   site does not use. */
export const setCustoms = (first, hasOtherClock) => Object.assign(lens, { first, hasOtherClock });

/** Whether published pages don't match the reader's zone, calendars or customs. */
export const isChanged = () => lens.zone !== undefined || lens.hasCalendars || !!lens.first || lens.hasOtherClock;

/** The path, from the root, of the page that an address leads to, `calendar/2041-03.html`; undefined if it is not
   the page of a section or an event. */
export const pathOf = (href, base = document.baseURI) => {
  const url = new URL(href, base);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
  let path = url.pathname.slice(root.pathname.length);
  try { path = decodeURIComponent(path) } catch { return undefined }
  if (path === "beyond.html") path = `${url.searchParams.get("view")}/${url.searchParams.get("section")}.html`;
  const match = /^([a-z]+)\/([^/]+)\.html$/.exec(path);
  return match && kinds.has(match[1]) ? path : undefined;
};

/** The view and the section name in a path. */
export const partsOf = (path) => {
  const [, view, section] = /^([a-z]+)\/([^/]+)\.html$/.exec(path);
  return { view, section };
};

/** Whether a path is that of a week that no build has made, since it begins on a day of the reader's choice. */
const isOwnWeek = (path) => !!lens.first && !!path?.startsWith("week/");
/** The path of a page as it is shown: of the week that contains a day, whichever day weeks begin on. */
export const shownPath = (path) => {
  const { view, section } = partsOf(path);
  return view === "week" ? `week/${globalThis.busylife.dates.sections(section).week}.html` : path;
};

/** An address that works on any host: beyond.html draws pages that were not published. */
const beyond = (path) => {
  const { view, section } = partsOf(path);
  const url = new URL("beyond.html", root);
  url.search = new URLSearchParams({ view, section });
  return url;
};

/** Whether the host answers with 404.html, which draws any page under its usual address. */
let isPlain = false;
export const setPlain = () => { isPlain = true };

/** The address of an opened page, valid for reloading and sharing. */
export const addressOf = (page) => {
  const url = page.isPublished || isPlain ? new URL(page.path, root) : beyond(page.path);
  if (lens.zone) url.searchParams.set("tz", lens.zone);
  return url.href;
};

/**
 * An opened page: its document, with absolute addresses, so that its parts can be moved anywhere.
 * @typedef {{path: string, view: string, section: string, isPublished: boolean, title: string,
 *   document: Document, sections: Element[], prev?: Neighbour, next?: Neighbour}} Page
 * @typedef {{path: string, title: string, isKnown: boolean}} Neighbour
 */
const parse = (html, path, isPublished) => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return read(parsed, path, isPublished, new URL(path, root));
};

/** Reads a document as a page. */
export const read = (parsed, path, isPublished, base) => {
  // Rewriting the address of a style sheet would load it again, and leave the page without style meanwhile.
  const links = parsed === document ? "a[href], link[href]:not([rel=stylesheet])" : "a[href], link[href]";
  for (const link of parsed.querySelectorAll(links)) {
    const href = link.getAttribute("href");
    if (href.startsWith("#")) continue;
    const url = new URL(href, base);
    link.setAttribute("href", link.rel === "stylesheet" ? url.href : addressed(url, isPublished));
  }
  const neighbour = (rel) => {
    const link = parsed.querySelector(`main a[rel="${rel}"]`);
    return link ? { path: pathOf(link.href), title: link.title, isKnown: isKnown(link.href) } : undefined;
  };
  return {
    path, isPublished, ...partsOf(path), document: parsed,
    title: parsed.querySelector("h1")?.textContent.trim() ?? "",
    sections: [...parsed.querySelectorAll("main [data-section]")],
    prev: neighbour("prev"), next: neighbour("next"),
  };
};

/** An event on a page that was not published may have no published page either. */
const addressed = (url, isPublished) => {
  const path = pathOf(url.href);
  return !isPublished && path?.startsWith("event/") || isOwnWeek(path) ? beyond(path).href + url.hash : url.href;
};

/** Recently opened pages, so that turning back is free. */
const recent = new Map();
const keep = 24;
/** The time limit for a page, in ms. */
const patience = 60_000;

/** Forgets pages drawn for another zone or other calendars. */
export const forget = () => recent.clear();

/**
 * Opens a page of a section or an event.
 * @param {string} asked its path from the root
 * @param {boolean} isKnown whether the site links to it as published
 * @param {string} [date] of a series, `#2026-12-03`, which no published page says first
 * @returns {Promise<Page>}
 */
export const open = async (asked, isKnown = true, date = "") => {
  const path = shownPath(asked);
  const key = path + date;
  const text = recent.get(key) ?? load(key, isKnown);
  recent.delete(key);
  recent.set(key, text);
  if (recent.size > keep) recent.delete(recent.keys().next().value);
  try {
    const { html, isPublished } = await text;
    return parse(html, path, isPublished);
  } catch (error) {
    recent.delete(key);
    throw error;
  }
};

/** An error for a host that can't be reached or answers wrongly; browsers say why in their own language. */
const lost = (cause) => Object.assign(new Error(words.plain, { cause }), { kind: "network" });

let script;
/**
 * The engine of this page. Its script is loaded on first use: published pages do without it. All callers share one
 * promise, so that their requests reach the engine in order.
 * @returns {Promise<import("./engine.js").Engine>} rejects with an error of kind "network" if it can't be loaded
 */
export const openEngine = () => (script ??= import("./engine.js").catch((error) => {
  script = undefined;
  throw lost(error);
})).then(({ Engine }) => Engine.open());

/** Whether a service worker keeps pages and data. */
export const isOffline = () => !!navigator.serviceWorker?.controller;

const load = async (path, isPublished) => {
  if (isPublished && !isChanged() && !path.includes("#")) {
    let response;
    try {
      response = await fetch(new URL(path, root), { signal: AbortSignal.timeout(patience) });
      if (response.ok) return { html: await response.text(), isPublished: true };
    } catch (error) {
      // Without a connection the engine makes what is not kept.
      if (!isOffline()) throw lost(error);
    }
    if (response && response.status !== 404 && response.status !== 410) throw lost(`${path}: ${response.status}`);
    isPublished = false;
  }
  const html = await (await openEngine()).page(path,
    { zone: zone(), window: publishedWindow, customs: [lens.first, +lens.hasOtherClock] });
  return { html, isPublished: isPublished && !isOwnWeek(path) };
};

/** Whether an address leads to a published page, according to the site's links. */
export const isKnown = (href) => !new URL(href, document.baseURI).pathname.endsWith("/beyond.html");
