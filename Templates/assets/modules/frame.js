// What stands around the sections, and belongs to the topmost: heading, title, neighbours, views, address.

import { addressOf } from "./pages.js";
import { all, make, one } from "./make.js";


/** Puts copies of what an element of a page holds into that of the document. */
const fill = (selector, page) => {
  const from = one(selector, page.document);
  const to = one(selector);
  if (from && to) to.replaceChildren(...[...from.childNodes].map((node) => document.importNode(node, true)));
};

/** Link by link, so that the one with the focus stays. */
const link = (selector, page, place) => {
  const from = one(selector, page.document);
  let to = one(selector);
  if (!from) return to?.remove();
  if (!to) place((to = document.importNode(from, true)));
  to.setAttribute("href", from.getAttribute("href"));
  if (from.title) to.title = from.title;
  if (from.firstElementChild) to.replaceChildren(...[...from.childNodes].map((node) => document.importNode(node, true)));
};

/** A live region of its own. It is there from the start: one that comes together with its text is often not heard. */
const region = () => {
  const made = make("p", { className: "vh", role: "status" });
  document.body.append(made);
  return (text) => {
    made.textContent = "";
    // Text that is the same as before is announced again.
    requestAnimationFrame(() => { made.textContent = text });
  };
};

/** Announces the outcome of an action to screen readers. */
export const say = region();

/** Announces which section is the topmost. This follows scrolling late, so it must not replace what say() announced. */
export const sayPlace = region();

/** Makes the document say of itself what the page says. */
export const frame = (page) => {
  if (page.document !== document) {
    fill("h1", page);
    fill("footer.site .zone", page);
    document.title = page.document.title;
    const pager = one(".pager");
    link('main a[rel="prev"]', page, (made) => pager.prepend(made));
    link('main a[rel="next"]', page, (made) => pager.append(made));
    link('link[rel="prev"]', page, (made) => document.head.append(made));
    link('link[rel="next"]', page, (made) => document.head.append(made));
    link('link[rel="canonical"]', page, (made) => document.head.append(made));
    for (const view of all(".views a")) {
      const other = one(`.views a[data-kind="${view.dataset.kind}"]`, page.document);
      if (other) view.href = other.getAttribute("href");
    }
    document.body.dataset.section = page.section;
    document.body.dataset.zone = page.document.body.dataset.zone;
  }
};

/** A copy of what frame() needs, for a page whose sections are taken out of its document and into this one. */
export const frameOf = (page) => {
  const copy = document.implementation.createHTMLDocument(document.title);
  copy.head.append(...all("link[rel=prev], link[rel=next], link[rel=canonical]").map((node) => copy.importNode(node, true)));
  copy.body.append(...[one("header.site"), one(".bar"), one("footer.site")].filter(Boolean).map((node) => copy.importNode(node, true)));
  const main = copy.createElement("main");
  const bar = one(".bar", copy);
  if (bar) { main.append(bar); one("header.site", copy)?.after(main) }
  Object.assign(copy.body.dataset, document.body.dataset);
  return { ...page, document: copy };
};

/** Writes the place into the address bar and this entry of the history. */
export const remember = (page, offset, isNew = false) => {
  const state = { path: page.path, offset, isPublished: page.isPublished };
  if (isNew) history.pushState(state, "", addressOf(page));
  else history.replaceState(state, "", addressOf(page) + (location.hash && page.document === document ? location.hash : ""));
};
