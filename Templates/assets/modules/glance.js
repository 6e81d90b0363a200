// Brings days to today.html: as they were published, or as the engine draws them.

import { frame, say } from "./frame.js";
import * as pages from "./pages.js";
import { one } from "./make.js";

const { windowFrom, windowTo } = document.body.dataset;

/** Opens the page of a day. */
const open = async (date) => {
  const page = await pages.open(`day/${date}.html`, date >= windowFrom && date < windowTo);
  return { date, page, title: page.title, section: document.adoptNode(page.sections[0]) };
};

/** @param {(page: object) => void} legend takes over a page's list of calendars */
export const begin = (legend) => globalThis.busylife.glance.begin({
  open,
  frame: ({ page, title }) => {
    const kept = { title: document.title, section: document.body.dataset.section, canonical: one("link[rel=canonical]")?.href };
    frame(page);
    // Whatever day it shows, the page is this one.
    document.title = kept.title;
    document.body.dataset.section = kept.section;
    if (kept.canonical) one("link[rel=canonical]").href = kept.canonical;
    legend(page);
    say(title);
  },
});
