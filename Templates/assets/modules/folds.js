// Folded hours: an empty night says so and opens when it is pressed; readers may fold all hours before the first and
// after the last event of a week or day (reading.js).

import { settings } from "./liked.js";
import { all, make, one } from "./make.js";
import { times } from "./places.js";
import { words } from "./reading-words.js";
import { phrase } from "./words.js";

/** Rows of five minutes: of an hour, of a night, and of a day. */
const hour = 12;
const night = 72;
const rows = 288;
/** Hours that stay open where nothing is planned. */
const usual = [8 * hour, 18 * hour];
/** The height of folded hours, in px. */
const height = 30;

const row = (item, letter) => +new RegExp(`\\b${letter}(\\d+)`).exec(item.className)[1];

/** The hours of a grid that stay open: from the first to the last event, whole hours. */
const open = (grid) => {
  const items = all(".timed > li:not(.moment, .lifted, .proposed)", grid);
  if (!items.length) return usual;
  const from = Math.min(...items.map((item) => row(item, "s")));
  const to = Math.max(...items.map((item) => row(item, "e")));
  return [Math.floor(from / hour) * hour, Math.ceil(to / hour) * hour];
};

const bar = (grid, name, from, to) => {
  const button = make("button", { type: "button", className: `fold-bar ${name}`,
    textContent: phrase(words.folded, { times: times(from * 5, to * 5) }) });
  button.addEventListener("click", () => {
    const hadFocus = button === document.activeElement;
    grid.classList.add("unfolded");
    draw(grid);
    if (hadFocus) one("a", grid)?.focus({ preventScroll: true });
  });
  grid.append(button);
};

const draw = (grid) => {
  for (const old of all(":scope > .fold-bar", grid)) old.remove();
  const isOpen = grid.matches(".unfolded");
  const [first, last] = !isOpen && settings().fold ? open(grid) : [0, rows];
  const isFolded = first > 0 || last < rows;
  grid.classList.toggle("folded", isFolded);
  const part = (count, size) => count ? `repeat(${count}, ${size}) ` : "";
  const share = (count) => `${height / count}px`;
  grid.style.setProperty("--rows", part(first, share(first)) + part(last - first, "var(--r)")
    + part(rows - last, share(rows - last)));
  all(".hours > li", grid).forEach((item, at) =>
    item.classList.toggle("shut", isFolded && (at * hour < first || at * hour >= last) && at * hour !== last));
  if (isFolded) {
    if (first) bar(grid, "before", 0, first);
    if (last < rows) bar(grid, "after", last, rows);
  } else if (!isOpen && grid.matches(".quiet")) bar(grid, "before", 0, night);
};

/** Begins with the grids of the page; called once. */
export const folds = () => {
  const begin = (root) => {
    for (const grid of all(".grid:not(.glass, .lane-bar *)", root)) if (!one(".fold-bar", grid)) draw(grid);
  };
  document.addEventListener("busylife:sectionadded", ({ detail }) => begin(detail.element));
  document.addEventListener("busylife:refresh", () => begin(one("main")));
  document.addEventListener("busylife:fold", () => {
    for (const grid of all("main .grid:not(.glass, .lane-bar *)")) {
      grid.classList.remove("unfolded");
      draw(grid);
    }
  });
  begin(one("main"));
};
