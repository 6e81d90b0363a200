// Weeks of a month show as many rows of events as there is room for: more than three on a high screen.

import { all, one } from "./make.js";
import { words } from "./reading-words.js";
import { phrase } from "./words.js";

/** The rows that are shown of a day that has more than four, without scripts. */
const least = 3;
/** The number of rows that the style sheet knows. */
const most = 8;

/** The events of a day, each with its row: bars have theirs, the others those that are left. */
const rowsOf = (cell) => {
  const items = all(":scope > ul > li:not([data-out])", cell).map((item) => {
    const row = /\bt(\d+)/.exec(item.className)?.[1];
    const { uid, start, end } = one(".event", item).dataset;
    return { item, row: row && Number(row), bar: row && `${uid} ${start} ${end}` };
  });
  const taken = new Set(items.map(({ row }) => row));
  let next = 0;
  for (const one of items) {
    if (one.bar) continue;
    while (taken.has(next)) next += 1;
    one.row = next;
    next += 1;
  }
  return items;
};

const weekOf = (row) => all(":scope > td", row).map((cell) => {
  const items = rowsOf(cell);
  return { cell, items, height: Math.max(0, ...items.map(({ row }) => row + 1)), more: one(":scope > .more", cell) };
});

const tell = ({ items, more }) => {
  const count = items.filter(({ item }) => item.matches("[data-over]:not(.fits)")).length;
  if (!more) return;
  more.hidden = count === 0;
  if (count) more.textContent = phrase(words.moreEvents, { count });
};

/** Shows what a week shows without scripts. */
const reset = (week) => {
  for (const { items } of week) for (const { item } of items) item.classList.remove("fits");
  week.forEach(tell);
};

/** The number of rows for which a week has room, without and with the link to the others. */
const roomOf = (week) => {
  const { cell, items, more } = week.find(({ more }) => more);
  const [seen] = week.flatMap(({ items }) => items).filter(({ item }) => item.offsetHeight);
  const line = seen?.item.offsetHeight + 2;
  // A narrow calendar has dots.
  if (!(line >= 12) || getComputedStyle(more).display === "none") return [0, 0];
  const { offsetTop } = items[0].item.parentNode;
  const room = cell.clientHeight - parseFloat(getComputedStyle(cell).paddingBottom) - offsetTop;
  return [room, room - more.offsetHeight].map((height) => Math.min(Math.floor(height / line), most));
};

const show = (week, [whole, part]) => {
  if (part <= least) return;
  // A bar is seen on all its days or on none.
  const full = new Set(week.filter(({ height }) => height > whole));
  /** The days of each bar that might not be seen. */
  const bars = {};
  for (const day of week) for (const { bar, row } of day.items)
    if (bar && row >= part) (bars[bar] ??= []).push(day);
  for (let size = -1; size !== full.size;) {
    size = full.size;
    for (const days of Object.values(bars)) if (days.some((day) => full.has(day))) days.forEach((day) => full.add(day));
  }
  for (const day of week) {
    for (const { item, row } of day.items)
      item.classList.toggle("fits", item.matches("[data-over]") && (row < part || !full.has(day)));
    tell(day);
  }
};

/** Fits all weeks of a part of the page: all are measured before the first is changed, so that the page is laid out
    once. */
const fit = (root) => {
  const rows = new Set(all(".month [data-over]", root).map((item) => item.closest("tr")));
  const weeks = [...rows].map(weekOf);
  weeks.forEach(reset);
  const rooms = weeks.map(roomOf);
  weeks.forEach((week, at) => show(week, rooms[at]));
};

/** Begins with the months of the page; called once. */
export const cells = () => {
  let width;
  for (const type of ["sectionadded", "rows"])
    document.addEventListener(`busylife:${type}`, ({ detail }) => fit(detail.element));
  document.addEventListener("busylife:refresh", () => fit(document));
  addEventListener("resize", () => {
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== width) fit(document);
    width = size;
  });
  fit(document);
};
