// The page of an event that was drawn into another page.

import { root } from "./pages.js";
import { make, one } from "./make.js";

/** Adds to the head what the page of an event has there. */
const load = (page, name, selector, attribute) => {
  const wanted = one(selector, page.document);
  if (!wanted || one(selector)) return;
  const { href } = new URL(wanted.getAttribute(attribute), new URL(page.path, root));
  document.head.append(make(name, { [attribute]: href, rel: "stylesheet" }));
};

export const complete = async (page) => {
  load(page, "link", 'link[href*="/subscribe-"]', "href");
  load(page, "script", 'script[src*="/copy-"]', "src");
  // An event that was not published has no file to add to a calendar.
  const file = one('.adding a[href$=".ics"]');
  if (!file) return;
  const response = await fetch(file.href, { method: "HEAD" }).catch(() => undefined);
  if (!response?.ok) file.parentNode.remove();
};
