// Pages that were not published: beyond.html, 404.html, and events in another zone are drawn by the engine.

import { frame } from "./frame.js";
import { all, make, one } from "./make.js";
import * as pages from "./pages.js";
import { phrase, words } from "./words.js";

const { busylife } = globalThis;
const { body } = document;
const main = one("main");

/**
 * Replaces the contents of the document with a page.
 * @param {string} [date] of a series, `#2026-12-03`, which is shown if the page does not list it; by default that in
 * the address. (Those that it lists are shown by copy.js.)
 */
export const draw = async (path, isKnown, date = location.hash) => {
  let page = await pages.open(path, isKnown);
  if (/^#\d/.test(date) && one(".dates", page.document) && !page.document.getElementById(date.slice(1)))
    page = await pages.open(path, isKnown, date);
  // Its style sheets, in its order.
  let last;
  for (const sheet of all("link[rel=stylesheet]", page.document)) {
    const known = all("link[rel=stylesheet]").find(({ href }) => href === sheet.href);
    const link = known ?? document.importNode(sheet, true);
    if (!known) await new Promise((resolve) => {
      link.onload = link.onerror = resolve;
      if (last) last.after(link);
      else one("link[rel=stylesheet]").before(link);
    });
    last = link;
  }
  Object.assign(body.dataset, { view: page.view, section: page.section });
  main.replaceChildren(...[...one("main", page.document).childNodes].map((node) => document.importNode(node, true)));
  if (page.view === "event") await complete(page);
  one('meta[name="robots"]')?.remove();
  frame(page);
  for (const view of all(".views a")) view.toggleAttribute("aria-current", false);
  one(`.views a[data-kind="${page.view}"]`)?.setAttribute("aria-current", "page");
  busylife.legend(one(".legend"));
  busylife.refresh();
  return page;
};

/** Adds what the page of an event has besides, and takes away what an unpublished one has not. */
const complete = async (page) => {
  const script = one('script[src*="/copy-"]', page.document);
  if (script && !one('script[src*="/copy-"]')) {
    const { href } = new URL(script.getAttribute("src"), new URL(page.path, pages.root));
    document.head.append(make("script", { src: href }));
  }
  // An event that was not published has no file to add to a calendar, and nothing is at the address of its page.
  const file = one('.adding a[href$=".ics"]');
  if (!file) return;
  const response = await fetch(file.href, { method: "HEAD" }).catch(() => undefined);
  if (response?.ok) return;
  file.parentNode.remove();
  one('link[rel="canonical"]', page.document)?.remove();
};

/**
 * The address of the page of an event under its present name, if this page's address has a former one: the name changes
 * with the title, and the hash at its end does not. Undefined if there is none, or if that is this address.
 */
const renamed = async () => {
  const { pathname, search, hash: anchor } = location;
  const [, folder, name] = /^(.*\/event\/)([^/]+?)(?:\.html)?$/.exec(pathname) ?? [];
  const [, hash] = /(?:^|-)([a-z2-7]{10})$/.exec(name ?? "") ?? [];
  if (!hash || !pathname.startsWith(pages.root.pathname)) return undefined;
  // Which files there are depends on how many events have pages.
  for (const file of ["all", hash[0], hash.slice(0, 2)]) {
    const response = await fetch(new URL(`data/names/${file}.txt`, pages.root)).catch(() => undefined);
    const text = response?.ok ? await response.text() : "";
    const found = text.split("\n")
      .filter((line) => line.startsWith(`${hash} `) || !line.includes(" ") && line.endsWith(`-${hash}`));
    if (!found.length) continue;
    const [present] = found[0].split(" ").slice(-1);
    return found.length > 1 || present === name ? undefined : `${folder}${present}.html${search}${anchor}`;
  }
  return undefined;
};

/** The page that beyond.html or 404.html should show. */
const wanted = () => {
  // A view without a section is that of today: so an address for it can be kept for ever.
  const query = new URLSearchParams(location.search);
  const view = query.get("view");
  const section = busylife.dates.sections(busylife.today())[view];
  if (section && !query.has("section") && body.dataset.view === "beyond") {
    query.append("section", section);
    const path = `${view}/${section}.html`;
    location.replace(busylife.isPublished(view, section) ? new URL(path, pages.root) : `?${query}`);
    return undefined;
  }
  const path = pages.pathOf(location.href);
  if (path) return path;
  // The site of another zone is in a sub-folder; the host has one 404 page for all.
  const inner = /^zone\/([^/]+)\/([a-z]+)\/([^/]+)\.html$/.exec(location.pathname.slice(pages.root.pathname.length));
  if (inner && body.dataset.view === "missing") {
    const [, slug, view, section] = inner;
    location.replace(new URL(`zone/${slug}/beyond.html?${new URLSearchParams({ view, section })}`, pages.root));
  }
  return undefined;
};

/**
 * Draws the page in the address.
 * @param {{begin: (path: string, isPublished: boolean) => Promise<void>, restore: (isDrawn: boolean) => void,
 * refuseZone: () => void}} browse what browse.js does with it
 */
export const drawWanted = async (browse) => {
  const address = body.dataset.view === "missing" && await renamed();
  if (address) {
    location.replace(address);
    return;
  }
  const path = wanted();
  if (!path) return;
  const title = one("h1");
  const text = [...title.childNodes];
  const isOnHost = body.dataset.view === "missing";
  main.ariaBusy = "true";
  const { view, section } = pages.partsOf(path);
  // The name of an event's page says nothing to a reader.
  if (view !== "event") title.textContent = phrase(words.loading, { title: section }).trim();
  try {
    const page = await draw(path, false);
    if (isOnHost) pages.setPlain();
    if (page.view !== "event") await browse.begin(page.path, false);
    browse.restore(true);
  } catch (error) {
    title.replaceChildren(...text);
    if (error.kind === "zone") {
      browse.refuseZone();
      return drawWanted(browse);
    }
    // There is no such page, as this one says.
    if (isOnHost && error.kind === "argument") return;
    const note = document.createElement("p");
    note.role = "alert";
    note.textContent = error.kind === "network" ? phrase(words.failed, { title: section }) : error.message;
    one(".lede")?.after(note);
    if (error.kind !== "network") return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button", textContent: words.retry });
    button.addEventListener("click", () => { note.remove(); button.remove(); drawWanted(browse) });
    note.after(button);
  } finally {
    main.ariaBusy = null;
  }
};
