// Weeks of which the reader hides calendars: the others have the room that is free then.

import "./rows.js";
import { all } from "./make.js";
import { words } from "./reading-words.js";
import { phrase } from "./words.js";

const { busylife } = globalThis;

const draw = (element) => {
  const hidden = new Set(busylife.hidden());
  const isShown = ({ dataset: { calendar, others = "" } }) =>
    !hidden.has(calendar) || others.split(" ").some((name) => name && !hidden.has(name));
  const weeks = all(".grid.week, .month tbody tr", element);
  if (element.matches?.(".grid.week")) weeks.push(element);
  for (const week of weeks) {
    busylife.restack(week, isShown);
    for (const day of all("[data-date]", week))
      busylife.tellOver(day, (count) => ({ textContent: phrase(words.moreEvents, { count }) }));
  }
  document.dispatchEvent(new CustomEvent("busylife:rows", { detail: { element } }));
};

/** Begins with the weeks of the page; called once, when the reader first hides a calendar. */
export const filtered = () => {
  document.addEventListener("busylife:sectionadded", ({ detail }) => draw(detail.element));
  for (const type of ["filter", "refresh"]) document.addEventListener(`busylife:${type}`, () => draw(document));
  draw(document);
};
