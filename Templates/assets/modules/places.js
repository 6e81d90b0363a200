// Which time is where on a timeline, and where a time is. Times are minutes that a wall clock counts, as if it were
// UTC's: every day of a timeline has twenty-four hours of them, whatever the zone's clocks did. What they mean in the
// zone is asked of the engine when an event is put down.

import { all, make, one } from "./make.js";

export const day = 1440;
/** Rows of five minutes in a day's column. */
const rows = 288;
/** The least that is drawn, in rows. */
const least = 4;

/** The minutes of `2026-11-20T09:00…` or of a date, as that text's own clock shows them. */
export const wallOf = (text) => Date.parse(`${text.length > 10 ? text.slice(0, 16) : `${text}T00:00`}Z`) / 60_000;
export const textOf = (wall) => new Date(wall * 60_000).toISOString().slice(0, 16);
export const dateOf = (wall) => textOf(wall).slice(0, 10);
export const dayOf = (wall) => Math.floor(wall / day) * day;

/** A span of time in words, in the page's language and with its clock. */
export const spoken = ([start, end]) => {
  const label = one(".hours li:last-child")?.textContent ?? "";
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC",
    hourCycle: /\p{L}/u.test(label) ? "h12" : "h23",
  });
  return format.formatRange(start * 60_000, Math.max(start, end) * 60_000).replace(/\s*–\s*/, " – ");
};
/** The same without the date where that is one. */
export const hours = (wall) => dayOf(wall[0]) === dayOf(wall[1] - 1) ? spoken(wall).replace(/^.*?, (?=[^,]*$)/, "") : spoken(wall);

export const columnOf = (date) => one(`.grid [data-date="${date}"] .timed`);

/** Whether days are shown as lists, as a week is on a phone. */
export const isList = () => { const column = one(".grid .timed"); return !!column && getComputedStyle(column).display === "block" };

/** The minutes of a day at a share of its column's height: a night that is folded has less of it than its hours. */
const minutesAt = (share, column) => {
  const grid = column.closest(".grid");
  if (!grid.matches(".quiet") || grid.closest(".editing")) return share * day;
  const style = getComputedStyle(grid);
  const [row, night] = [style.getPropertyValue("--r"), style.getPropertyValue("--nr")].map(parseFloat);
  const at = share * (rows / 4 * night + rows * .75 * row);
  return at < rows / 4 * night ? at / night * 5 : 360 + (at - rows / 4 * night) / row * 5;
};

/** The time at a place of the view: of the nearest day, and never before its midnight or after the next. */
export const timeAt = (x, y) => {
  let best;
  for (const column of all(".grid [data-date] .timed")) {
    const box = column.getBoundingClientRect();
    const far = Math.max(box.top - y, y - box.bottom, 0);
    const aside = Math.max(box.left - x, x - box.right, 0);
    if (!best || far < best.far || far === best.far && aside < best.aside) best = { far, aside, column, box };
  }
  if (!best) return undefined;
  const { column, box } = best;
  const minutes = minutesAt(Math.min(Math.max((y - box.top) / box.height, 0), 1), column);
  return { wall: wallOf(column.closest("[data-date]").dataset.date) + minutes, column, box };
};

/** How far down the view a time is; undefined where its day is not in the document. */
export const placeOf = (wall, isEnd = false) => {
  // An end at midnight is the end of the day before.
  const date = dayOf(isEnd ? wall - 1 : wall);
  const box = columnOf(dateOf(date))?.getBoundingClientRect();
  return box && box.top + (wall - date) / day * box.height;
};

/**
 * Draws a span of time into the days it touches, as far as they are in the document.
 * @param {Map<string, Element>} parts what was drawn before, by date; changed to what is
 * @param {(part: Element, isFirst: boolean, isLast: boolean) => void} dress fills a part
 */
export const lay = (parts, [start, end], className, dress) => {
  const wanted = new Set();
  for (let from = dayOf(start); from < Math.max(end, start + 1); from += day) {
    const date = dateOf(from);
    const column = columnOf(date);
    if (!column) continue;
    wanted.add(date);
    let part = parts.get(date);
    const first = Math.max(0, Math.floor((start - from) / 5));
    if (part?.parentNode !== column) {
      part?.remove();
      part = make("li", { className });
      parts.set(date, part);
      // Lists are in order, and so is what is read aloud.
      column.insertBefore(part, [...column.children].find((other) => getComputedStyle(other).getPropertyValue("--s") > first) ?? null);
    }
    const last = Math.min(rows, Math.max(Math.ceil((end - from) / 5), first + least));
    for (const [name, value] of Object.entries({ s: Math.min(first, rows - least), e: last, n: 1,
      k: 0 })) part.style.setProperty(`--${name}`, value);
    dress(part, start >= from, end <= from + day);
  }
  for (const [date, part] of parts) {
    if (wanted.has(date)) continue;
    part.remove();
    parts.delete(date);
  }
};

/** The blocks that show an event at a time. */
export const blocksOf = (uid, start) => {
  const instant = Date.parse(start);
  return uid ? all(`.event[data-uid="${CSS.escape(uid)}"]`).filter(({ dataset }) => Date.parse(dataset.start) === instant) : [];
};
