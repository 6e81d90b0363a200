// Days divided into columns: the heads stay in sight while a grid that is wider than the screen is scrolled, today's
// columns come into view, and columns of hidden calendars leave their room to the others.

import { all, make, one } from "./make.js";

const { busylife } = globalThis;

/** A copy of a grid's heads, in a line that stays at the top of the screen and is scrolled sideways with the grid. */
const headsOf = (grid) => {
  const strip = make("div", { className: grid.className }, make("div", { className: "hours" }),
    ...all(":scope > .day", grid).map((day) => {
      const copy = day.cloneNode();
      for (const name of ["data-date", "data-busy", "aria-labelledby"]) copy.removeAttribute(name);
      for (const head of all(":scope > :is(h2, .lanes)", day)) copy.append(head.cloneNode(true));
      return copy;
    }));
  for (const link of all("[id], a", strip)) {
    link.removeAttribute("id");
    link.tabIndex = -1;
  }
  const bar = make("div", { className: "lane-bar" }, strip);
  bar.ariaHidden = "true";
  return bar;
};

/** Keeps the heads of a grid in sight, while it is wider than there is room. */
const keepHeads = (grid) => {
  let bar;
  const follow = () => { bar.firstChild.scrollLeft = grid.scrollLeft };
  const fit = () => {
    const isWide = getComputedStyle(grid).overflowX === "auto" && grid.scrollWidth > grid.clientWidth;
    bar?.remove();
    bar = isWide ? headsOf(grid) : undefined;
    if (!bar) return;
    grid.before(bar);
    // It begins where the grid's own heads are: those of a day are below its busy time.
    const [own, copy] = [grid, bar].map((heads) => one(".day > :is(h2, .lanes)", heads).offsetTop);
    bar.style.marginBlock = `${own - copy}px ${copy - own}px`;
    follow();
  };
  grid.addEventListener("scroll", () => bar && follow(), { passive: true });
  new ResizeObserver(fit).observe(grid);
  return fit;
};

/** Takes the columns whose events are all hidden out of a day. */
const divide = (day, hidden) => {
  const heads = all(":scope > .lanes > li", day);
  if (!heads.length) return;
  const items = heads.map((_, at) => all(`:scope > :is(.timed, .band) li.r${at}`, day));
  const isShown = heads.map((head, at) => items[at].length
    ? items[at].some((item) => getComputedStyle(item).display !== "none") : !hidden.has(head.textContent));
  const isAny = isShown.includes(true);
  let next = 0;
  heads.forEach((head, at) => {
    head.hidden = isAny && !isShown[at];
    for (const item of items[at]) item.style.setProperty("--p", next);
    if (!head.hidden) next += 1;
  });
  day.style.setProperty("--m", next);
};

/** Begins with the grids of the page; called once. */
export const rooms = () => {
  const fits = new WeakMap();
  let wasDivided = false;
  const begin = (root) => {
    for (const grid of all(".rooms", root)) {
      if (fits.has(grid) || grid.closest(".lane-bar")) continue;
      fits.set(grid, keepHeads(grid));
      const today = one(`.day[data-date="${busylife.today()}"]`, grid);
      if (today && grid.matches(".week")) {
        const [day, hours] = [today, one(".hours", grid)].map((element) => element.getBoundingClientRect());
        const left = document.dir === "rtl" ? day.right - hours.left : day.left - hours.right;
        grid.scrollBy({ left, behavior: "instant" });
      }
    }
    filter();
  };
  const filter = () => {
    const hidden = new Set(all('[data-legend] > [aria-pressed="false"]').map((button) => button.textContent.trim()));
    if (!hidden.size && !wasDivided) return;
    wasDivided = true;
    for (const grid of all("main .rooms:not(.lane-bar *)")) {
      for (const day of all(":scope > .day", grid)) divide(day, grid.matches(".by-calendar") ? hidden : new Set());
      fits.get(grid)?.();
    }
  };
  document.addEventListener("busylife:sectionadded", ({ detail }) => begin(detail.element));
  document.addEventListener("busylife:refresh", () => begin(document));
  document.addEventListener("busylife:filter", filter);
  begin(document);
};

/** Removes the columns of a day's section, and places its events side by side where they overlap, as a day without
    columns has them. */
export const undivide = (section) => {
  section.classList.remove("rooms");
  one(".lanes", section)?.remove();
  const row = (item, letter) => +new RegExp(`\\b${letter}(\\d+)`).exec(item.className)[1];
  const items = all(".timed > li", section).map((item) => ({ item, from: row(item, "s"), to: row(item, "e") }))
    .sort((a, b) => a.from - b.from);
  let cluster = [];
  let end = 0;
  const close = () => {
    const count = Math.min(1 + Math.max(...cluster.map(({ column }) => column)), 12);
    for (const { item, from, to, column } of cluster)
      item.className = `s${from} e${to} n${count} k${Math.min(column, count - 1)}`;
  };
  for (const event of items) {
    if (cluster.length && event.from >= end) {
      close();
      cluster = [];
    }
    const taken = new Set(cluster.filter(({ to }) => to > event.from).map(({ column }) => column));
    event.column = 0;
    while (taken.has(event.column)) event.column += 1;
    cluster.push(event);
    end = Math.max(end, event.to);
  }
  if (cluster.length) close();
};
