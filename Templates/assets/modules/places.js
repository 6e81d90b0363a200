// Times and positions on a timeline. Times are minutes of wall time as if in UTC: a day has twenty-four hours of them,
// even if clocks change. When an event is put down, the engine decides what they mean in the zone.

import { all, make, one } from "./make.js";
import { names, phrase, spell } from "./words.js";

/** Elements that can be picked up: events in the hours, and above them those of whole days, and the first part of a bar
    of what has times. */
export const liftable = ".timed .event[data-uid][data-start], "
  + '.band .event[data-uid][data-start]:not([data-start*="T"]), '
  + '.band .lasting:not(.d0) > .event[data-start*="T"]';

/** The minutes of a day. */
export const day = 1440;
/** Rows of five minutes in a day's column. */
const rows = 288;
/** The minimum height of an event, in rows. */
const least = 4;

/** The minutes of `2026-11-20T09:00…`, or of a date, in its own local time. */
export const wallOf = (text) => Date.parse(`${isDate(text) ? `${text}T00:00` : text.slice(0, 16)}Z`) / 60_000;
export const textOf = (wall) => new Date(wall * 60_000).toISOString().slice(0, 16);
export const dateOf = (wall) => textOf(wall).slice(0, 10);
export const dayOf = (wall) => Math.floor(wall / day) * day;

/** Whether a time belongs to an all-day event: it is a date. */
export const isDate = (text) => text.length <= 10;

/** A time in a pattern of names.js. */
export const said = (pattern, wall) => spell(pattern, wall * 60_000, names);
/** Times of one day, as pages say them. */
export const times = (start, end) => {
  if (start === end) return said(names.time, start);
  // AM and PM are said once; midnight at the end is in another half of a day.
  if (names.half && start < end && Math.floor(start / 720) === Math.floor(end / 720)) {
    return said(names.half[0], start) + said(names.half[1], end);
  }
  return phrase(names.times, { start: said(names.time, start), end: said(names.time, end) });
};

/** A time range in words; without times for all-day events, whose end is exclusive. */
export const spoken = ([start, end], isWhole) => {
  const until = isWhole ? end - day : Math.max(start, end);
  const [date, last] = [start, until].map((wall) => said(names.day, wall));
  const isOne = dayOf(start) === dayOf(until);
  if (isWhole) return isOne ? date : phrase(names.times, { start: date, end: last });
  return phrase(names.dateTimes, { date, times: isOne ? times(start, until)
    : phrase(names.toOtherDay, { start: said(names.time, start), date: last, end: said(names.time, until) }) });
};

/** The same without the date if there is only one. */
export const hours = (wall) => dayOf(wall[0]) === dayOf(wall[1] - 1) ? times(...wall) : spoken(wall);

/** The container of a day's events: its column of hours, or its list of all-day events. */
export const columnOf = (date, isWhole) => {
  const found = one(`.grid [data-date="${date}"] ${isWhole ? ".band" : ".timed"}`);
  if (!found || !isWhole) return found;
  return one(":scope > ul", found) ?? found.insertBefore(make("ul"), one("ul", found));
};

/** Whether days are shown as lists, like a week on a phone. */
export const isList = () => {
  const column = one(".grid .timed");
  return !!column && getComputedStyle(column).display === "block";
};

/** The minute of the day at a fraction of its column's height: folded hours take less height than others. */
const minutesAt = (share, column) => {
  const grid = column.closest(".grid");
  if (!grid.matches(".quiet, .folded") || grid.closest(".editing")) return share * day;
  const heights = getComputedStyle(column).gridTemplateRows.split(" ").map(parseFloat);
  if (heights.length !== rows) return share * day;
  let rest = share * heights.reduce((sum, height) => sum + height);
  const row = heights.findIndex((height) => (rest -= height) < 0);
  return row < 0 ? day : (row + 1 + rest / heights[row]) * 5;
};

/** The element nearest to a point of the viewport. */
const nearest = (selector, x, y) => {
  let best;
  for (const column of all(selector)) {
    const box = column.getBoundingClientRect();
    const far = Math.max(box.top - y, y - box.bottom, 0);
    const aside = Math.max(box.left - x, x - box.right, 0);
    if (!best || far < best.far || far === best.far && aside < best.aside) best = { far, aside, column, box };
  }
  return best;
};

/** The first midnight of the day at a point of the viewport. */
export const dayAt = (x, y) => wallOf(nearest(".grid [data-date]", x, y).column.dataset.date);

/** The time at a point of the viewport: on the nearest day, between its midnights. */
export const timeAt = (x, y) => {
  const best = nearest(".grid [data-date] .timed", x, y);
  if (!best) return undefined;
  const { column, box } = best;
  const minutes = minutesAt(Math.min(Math.max((y - box.top) / box.height, 0), 1), column);
  return { wall: wallOf(column.closest("[data-date]").dataset.date) + minutes, column, box };
};

/** The vertical position of a time; undefined if its day is not in the document. */
export const placeOf = (wall, isEnd = false) => {
  // An end at midnight is the end of the day before.
  const date = dayOf(isEnd ? wall - 1 : wall);
  const box = columnOf(dateOf(date))?.getBoundingClientRect();
  return box && box.top + (wall - date) / day * box.height;
};

/** Removes what was drawn from its day, and a list that was made for it. */
export const take = (part) => {
  const list = part.parentNode;
  part.remove();
  if (list?.matches(".band > ul:empty")) list.remove();
};

/** The heads of the columns of a divided day. */
const lanes = (element) => all(".lanes > li:not([hidden])", element.closest("[data-date]"));
/** The name of the column of its day that a block is in; undefined if the day is not divided. */
export const laneOf = (block) =>
  lanes(block)[getComputedStyle(block.parentNode).getPropertyValue("--p")]?.textContent;
/** The name of the column at a point of a day. */
export const laneAt = (day, x) => lanes(day).find((head) => {
  const box = head.getBoundingClientRect();
  return x >= box.left && x < box.right;
})?.textContent;
/** Puts a part into the column with a name; without one, over all columns of its day. */
const place = (part, lane) => {
  const at = lanes(part).findIndex((head) => head.textContent === lane);
  const { style } = part;
  style.setProperty("--p", Math.max(at, 0));
  style.setProperty("--one", at < 0 ? "100%" : "");
  style.gridColumn = part.closest(".band") && at < 0 ? "1 / -1" : "";
};

/**
 * Draws a time range into the days it meets, as far as they are in the document.
 * @param {Map<string, Element>} parts what was drawn before, by date; updated
 * @param {(part: Element, isFirst: boolean, isLast: boolean) => void} dress fills a part
 * @param {boolean} isWhole whether it is an all-day event
 * @param {string} [lane] the column of its day that it is in, if days are divided
 */
export const lay = (parts, [start, end], className, dress, isWhole, lane) => {
  const wanted = new Set();
  for (let from = dayOf(start); from < Math.max(end, start + 1); from += day) {
    const date = dateOf(from);
    const column = columnOf(date, isWhole);
    if (!column) continue;
    wanted.add(date);
    let part = parts.get(date);
    const first = Math.max(0, Math.floor((start - from) / 5));
    if (part?.parentNode !== column) {
      if (part) take(part);
      part = make("li", { className });
      parts.set(date, part);
      // Lists are in order, and so is what screen readers read.
      column.insertBefore(part, isWhole ? null : [...column.children]
        .find((other) => getComputedStyle(other).getPropertyValue("--s") > first) ?? null);
    }
    const last = Math.min(rows, Math.max(Math.ceil((end - from) / 5), first + least));
    const places = isWhole ? {} : { s: Math.min(first, rows - least), e: last, n: 1, k: 0 };
    for (const [name, value] of Object.entries(places)) part.style.setProperty(`--${name}`, value);
    if (column.closest(".rooms")) place(part, lane);
    dress(part, start >= from, end <= from + day);
  }
  for (const [date, part] of parts) {
    if (wanted.has(date)) continue;
    take(part);
    parts.delete(date);
  }
};

/** Whether two events have the same times: two instances of a series may begin together. */
export const isAt = (a, b) => ["start", "end"].every((side) => Date.parse(a[side]) === Date.parse(b[side]));

/** The blocks that show an event at its original time, those of other instances at that time too. */
const twinsOf = (uid, was) => was
  ? all(`.event[data-uid="${CSS.escape(uid)}"]`).filter(({ dataset }) => isAt(dataset, was)) : [];
/** Those of a day: instances of one series at one time. */
const twinsBeside = (block, twins) => {
  const list = block.closest("ol, ul");
  return twins.filter((other) => other.closest("ol, ul") === list);
};
/** Which of several instances at one time a block is: the engine has them in the same order. */
export const nthOf = (block) =>
  twinsBeside(block, twinsOf(block.dataset.uid, block.dataset)).indexOf(block);
/** The blocks of one instance; `nth` tells those at one time apart. */
export const blocksOf = (uid, was, nth = 0) => {
  const found = twinsOf(uid, was);
  return found.filter((block) => {
    const beside = twinsBeside(block, found);
    return beside.length < 2 || beside.indexOf(block) === nth;
  });
};
