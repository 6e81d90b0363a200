// The page of an event that was drawn into another page.

import { make, one } from "./make.js";

export const complete = async (page) => {
  const script = one('script[src*="/copy"]', page.document)?.getAttribute("src");
  if (script && !one('script[src*="/copy"]')) document.head.append(make("script", { src: script }));
  // An event that was not published has no file to add to a calendar.
  const file = one('.adding a[href$=".ics"]');
  if (!file) return;
  const response = await fetch(file.href, { method: "HEAD" }).catch(() => undefined);
  if (!response?.ok) file.parentNode.remove();
};
