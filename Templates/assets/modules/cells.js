// Cells of a month show as many events as there is room for: more than three on a high screen.

import { all, one } from "./make.js";
import { words } from "./reading-words.js";
import { phrase } from "./words.js";

/** The events that a cell of a month shows before the link to the others, as the style sheet has it. */
const least = 3;

const fit = (cell) => {
  const list = one(":scope > ul", cell);
  const items = [...list.children];
  const more = one(":scope > .more", cell);
  const tell = (count) => { more.textContent = phrase(words.moreEvents, { count: items.length - count }) };
  if (items.some((item) => item.matches(".fits"))) tell(least);
  for (const item of items) item.classList.remove("fits");
  more.hidden = false;
  const line = items[0].offsetHeight + 2;
  // A narrow calendar has dots.
  if (line < 12 || getComputedStyle(more).display === "none") return;
  const style = getComputedStyle(cell);
  const room = cell.clientHeight - parseFloat(style.paddingBottom) - list.offsetTop;
  const whole = Math.floor(room / line);
  const count = whole >= items.length ? items.length
    : Math.max(least, Math.min(Math.floor((room - more.offsetHeight) / line), items.length - 1));
  if (count <= least) return;
  items.forEach((item, at) => item.classList.toggle("fits", at >= least && at < count));
  more.hidden = count === items.length;
  tell(count);
};

/** Begins with the months of the page; called once. */
export const cells = () => {
  let width;
  const begin = (root) => { for (const list of all(".month .many", root)) fit(list.parentNode) };
  document.addEventListener("busylife:sectionadded", ({ detail }) => begin(detail.element));
  document.addEventListener("busylife:refresh", () => begin(document));
  addEventListener("resize", () => {
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== width) begin(document);
    width = size;
  });
  begin(document);
};
