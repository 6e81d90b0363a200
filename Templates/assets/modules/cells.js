// Cells of a month show as many events as there is room for: more than three on a high screen.

import { all, one } from "./make.js";
import { words } from "./reading-words.js";
import { phrase } from "./words.js";

/** The events that a cell of a month shows before the link to the others, as the style sheet has it. */
const least = 3;

const partsOf = (cell) => {
  const list = one(":scope > ul", cell);
  return { cell, list, items: [...list.children], more: one(":scope > .more", cell) };
};
const tell = ({ items, more }, count) => {
  more.textContent = phrase(words.moreEvents, { count: items.length - count });
};

/** Shows what a cell shows without scripts. */
const reset = (parts) => {
  if (parts.items.some((item) => item.matches(".fits"))) tell(parts, least);
  for (const item of parts.items) item.classList.remove("fits");
  parts.more.hidden = false;
};

/** The number of events for which a cell has room. */
const roomOf = ({ cell, list, items, more }) => {
  const line = items[0].offsetHeight + 2;
  // A narrow calendar has dots.
  if (line < 12 || getComputedStyle(more).display === "none") return least;
  const room = cell.clientHeight - parseFloat(getComputedStyle(cell).paddingBottom) - list.offsetTop;
  return room >= items.length * line ? items.length
    : Math.min(Math.floor((room - more.offsetHeight) / line), items.length - 1);
};

const show = (parts, count) => {
  if (count <= least) return;
  parts.items.forEach((item, at) => item.classList.toggle("fits", at >= least && at < count));
  parts.more.hidden = count === parts.items.length;
  tell(parts, count);
};

/** Fits all cells of a part of the page: all are measured before the first is changed, so that the page is laid out
    once. */
const fit = (root) => {
  const found = all(".month .many", root).map((list) => partsOf(list.parentNode));
  found.forEach(reset);
  const counts = found.map(roomOf);
  found.forEach((parts, at) => show(parts, counts[at]));
};

/** Begins with the months of the page; called once. */
export const cells = () => {
  let width;
  document.addEventListener("busylife:sectionadded", ({ detail }) => fit(detail.element));
  document.addEventListener("busylife:refresh", () => fit(document));
  addEventListener("resize", () => {
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== width) fit(document);
    width = size;
  });
  fit(document);
};
