// Pages of the site as parts for other pages: fetched where they were published, made by the engine where not.

const data = document.body.dataset;

/** The root of the site in its zone, and the files it published. Taken before any address changes. */
export const root = new URL(data.root || "./", document.baseURI);
const homeZone = data.zone;
const publishedWindow = [data.windowFrom, data.windowTo];
const kinds = new Set(["calendar", "agenda", "week", "day", "year", "event"]);

/** What every page is shown with: the reader's zone, if it is not the site's, and calendars laid beside. */
const lens = { zone: undefined, hasCalendars: false };

/** The zone that days are shown in. */
export const zone = () => lens.zone ?? homeZone;
export const siteZone = homeZone;

/** Chooses the zone of every page opened from now on. */
export const setZone = (name) => { lens.zone = name && name !== homeZone ? name : undefined };

/** Says whether calendars of the reader's are laid beside the site's. */
export const setCalendars = (hasAny) => { lens.hasCalendars = hasAny };

/** Whether published pages don't show what the reader wants to see. */
export const isChanged = () => lens.zone !== undefined || lens.hasCalendars;

/** The path from the root of the page that an address leads to, `calendar/2041-03.html`; undefined if it is not one of a section or an event. */
export const pathOf = (href, base = document.baseURI) => {
  const url = new URL(href, base);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
  let path = url.pathname.slice(root.pathname.length);
  try { path = decodeURIComponent(path) } catch { return undefined }
  if (path === "beyond.html") path = `${url.searchParams.get("view")}/${url.searchParams.get("section")}.html`;
  const match = /^([a-z]+)\/([^/]+)\.html$/.exec(path);
  return match && kinds.has(match[1]) ? path : undefined;
};

/** The view and the section of a path. */
export const partsOf = (path) => {
  const [, view, section] = /^([a-z]+)\/([^/]+)\.html$/.exec(path);
  return { view, section };
};

/** An address that works on any host: beyond.html draws what was not published. */
const beyond = (path) => {
  const { view, section } = partsOf(path);
  const url = new URL("beyond.html", root);
  url.search = new URLSearchParams({ view, section });
  return url;
};

/** Whether the host answers with 404.html, which draws any page under its ordinary address. */
let isPlain = false;
export const setPlain = () => { isPlain = true };

/** The address of an opened page: what a reload of it, or somebody it was sent to, will see. */
export const addressOf = (page) => {
  const url = page.isPublished || isPlain ? new URL(page.path, root) : beyond(page.path);
  if (lens.zone) url.searchParams.set("tz", lens.zone);
  return url.href;
};

/**
 * A page, opened: its document, adopted by nobody, with addresses that hold wherever its parts are put.
 * @typedef {{path: string, view: string, section: string, isPublished: boolean, title: string,
 *   document: Document, sections: Element[], prev?: Neighbour, next?: Neighbour}} Page
 * @typedef {{path: string, title: string, isKnown: boolean}} Neighbour
 */
const parse = (html, path, isPublished) => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return read(parsed, path, isPublished, new URL(path, root));
};

/** Reads a document as the page it is. */
export const read = (parsed, path, isPublished, base) => {
  // A style sheet whose address is written again is loaded again, and the page has none meanwhile.
  const links = parsed === document ? "a[href], link[href]:not([rel=stylesheet])" : "a[href], link[href]";
  for (const link of parsed.querySelectorAll(links)) {
    const href = link.getAttribute("href");
    if (href.startsWith("#")) continue;
    const url = new URL(href, base);
    link.setAttribute("href", isPublished || link.rel === "stylesheet" ? url.href : addressed(url));
  }
  const neighbour = (rel) => {
    const link = parsed.querySelector(`main a[rel="${rel}"]`);
    return link ? { path: pathOf(link.href), title: link.textContent.trim(), isKnown: isKnown(link.href) } : undefined;
  };
  return {
    path, isPublished, ...partsOf(path), document: parsed,
    title: parsed.querySelector("h1")?.textContent.trim() ?? "",
    sections: [...parsed.querySelectorAll("main [data-section]")],
    prev: neighbour("prev"), next: neighbour("next"),
  };
};

/** An event of a page that was not published may have no page of its own either. */
const addressed = (url) => {
  const path = pathOf(url.href);
  return path?.startsWith("event/") ? beyond(path).href : url.href;
};

/** Pages asked for lately, so that turning round costs nothing. */
const recent = new Map();
const keep = 24;
/** A host that has not sent a page after so long, in ms, won't. */
const patience = 60_000;

/** Forgets pages that show another zone or other calendars. */
export const forget = () => recent.clear();

/**
 * Opens a page of a section.
 * @param {string} path from the root
 * @param {boolean} isKnown whether the site links to it as published
 * @returns {Promise<Page>}
 */
export const open = async (path, isKnown = true) => {
  const kept = recent.get(path);
  const text = kept ?? load(path, isKnown);
  recent.delete(path);
  recent.set(path, text);
  if (recent.size > keep) recent.delete(recent.keys().next().value);
  try {
    const { html, isPublished } = await text;
    return parse(html, path, isPublished);
  } catch (error) {
    recent.delete(path);
    throw error;
  }
};

/** An error of a host that can't be reached, or doesn't answer as it should. */
const lost = (message) => Object.assign(new Error(message), { kind: "network" });

let script;
/**
 * The engine of this page. Its script is loaded when it is first asked for: published pages are shown without it. All wait
 * for the same promise, so that the engine is asked in the order in which it was wanted.
 * @returns {Promise<import("./engine.js").Engine>} rejects with an error of the kind "network" where it can't be loaded
 */
export const openEngine = () => (script ??= import("./engine.js").catch((error) => {
  script = undefined;
  throw lost(error.message);
})).then(({ Engine }) => Engine.open());

const load = async (path, isPublished) => {
  if (isPublished && !isChanged()) {
    let response;
    try {
      response = await fetch(new URL(path, root), { signal: AbortSignal.timeout(patience) });
      if (response.ok) return { html: await response.text(), isPublished: true };
    } catch (error) {
      throw lost(error.message);
    }
    if (response.status !== 404 && response.status !== 410) throw lost(`${path}: ${response.status}`);
    isPublished = false;
  }
  const html = await (await openEngine()).page(path, { zone: zone(), window: publishedWindow });
  return { html, isPublished };
};

/** Whether an address leads to a page that was published, by what the site itself says. */
export const isKnown = (href) => !new URL(href, document.baseURI).pathname.endsWith("/beyond.html");
