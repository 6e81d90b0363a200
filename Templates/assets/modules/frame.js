// The parts around the sections that depend on the topmost one: heading, title, neighbours, views, address.

import { addressOf } from "./pages.js";
import { all, make, one } from "./make.js";

const copies = (nodes) => [...nodes].map((node) => document.importNode(node, true));

/** Replaces the contents of an element of the document by copies from a page. */
const fill = (selector, page) => {
  const from = one(selector, page.document);
  const to = one(selector);
  if (from && to) to.replaceChildren(...copies(from.childNodes));
};

/** Updates links one by one, so that a focused one stays focused. */
const link = (selector, page, place) => {
  const from = one(selector, page.document);
  let to = one(selector);
  if (!from) return to?.remove();
  if (!to) place((to = document.importNode(from, true)));
  to.setAttribute("href", from.getAttribute("href"));
  if (from.title) to.title = from.title;
  if (from.firstElementChild) to.replaceChildren(...copies(from.childNodes));
};

/** A live region. It exists from the start: one added together with its text is often not announced. */
const region = () => {
  const made = make("p", { className: "vh", role: "status" });
  document.body.append(made);
  return (text) => {
    made.textContent = "";
    // Clearing the text first makes screen readers announce it again if it is the same.
    requestAnimationFrame(() => { made.textContent = text });
  };
};

/** Announces the outcome of an action to screen readers. */
export const say = region();

/** Announces the topmost section. This comes late after scrolling, so it must not replace what say() announced. */
export const sayPlace = region();

/** Updates the document's frame from a page. */
export const frame = (page) => {
  if (page.document !== document) {
    fill("h1", page);
    fill("footer.site .zone", page);
    document.title = page.document.title;
    const pager = one(".pager");
    link('main a[rel="prev"]', page, (made) => pager.prepend(made));
    link('main a[rel="next"]', page, (made) => pager.append(made));
    for (const rel of ["prev", "next", "canonical"])
      link(`link[rel="${rel}"]`, page, (made) => document.head.append(made));
    for (const view of all(".views a")) {
      const other = one(`.views a[data-kind="${view.dataset.kind}"]`, page.document);
      if (other) view.href = other.getAttribute("href");
    }
    document.body.dataset.section = page.section;
    document.body.dataset.zone = page.document.body.dataset.zone;
  }
};

/** A copy of what frame() needs, for a page whose sections are moved from its document into this one. */
export const frameOf = (page) => {
  const copy = document.implementation.createHTMLDocument(document.title);
  const parts = [one("header.site"), one(".bar"), one("footer.site")].filter(Boolean);
  copy.head.append(...copies(all("link[rel=prev], link[rel=next], link[rel=canonical]")));
  copy.body.append(...copies(parts));
  const main = copy.createElement("main");
  const bar = one(".bar", copy);
  if (bar) { main.append(bar); one("header.site", copy)?.after(main) }
  Object.assign(copy.body.dataset, document.body.dataset);
  return { ...page, document: copy };
};

/** Writes the position into the address bar and this history entry. */
export const remember = (page, offset, isNew = false) => {
  const state = { path: page.path, offset, isPublished: page.isPublished };
  if (isNew) history.pushState(state, "", addressOf(page));
  // A day in the address stays while its page does.
  else if (addressOf(page) + location.hash === location.href) history.replaceState(state, "");
  else history.replaceState(state, "", addressOf(page));
};
