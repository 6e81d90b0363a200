// Free time common to all shown calendars, the reader's own included, to read or copy.

import { make } from "./make.js";
import { openEngine, zone } from "./pages.js";
import { said, times, wallOf } from "./places.js";
import { words } from "./panel-words.js";
import { names, phrase } from "./words.js";

const { plus } = globalThis.busylife.dates;
/** The number of days ahead. */
const ahead = 14;

/** The minutes of a day, from which its hours are chosen. */
const end24 = 1440;
/** An offset as people write it, "UTC+5:30". */
const offsetOf = (text) => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? [];
  return !sign || +hours + +minutes === 0 ? "UTC" : `UTC${sign}${+hours}${+minutes ? `:${minutes}` : ""}`;
};
/** How far a time of RFC 3339 is ahead of UTC, in ms. */
const lead = (text) => Date.parse(`${text.slice(0, 19)}Z`) - Date.parse(text);

const length = (count) => count % 60 ? phrase(words.minutes, { count }) : phrase(words.hours, { count: count / 60 });

/** The section of the panel. */
export const freeTime = () => {
  /** A time in the page's clock; the end of a day is 24:00 where hours count so far. */
  const midnight = names.half ? said(names.time, 0)
    : phrase(names.time, { H: 24, HH: 24, k: 24, kk: 24, mm: said("{mm}", 0) });
  const spell = (minute) => minute === end24 ? midnight : said(names.time, minute);
  /** A list of every half hour: the browser's own field would have the browser's clock. */
  const choose = (label, from, chosen) => make("select", { ariaLabel: label },
    ...Array.from({ length: 48 }, (_, at) => (at + from) * 30).map((minute) =>
      make("option", { value: String(minute), textContent: spell(minute), selected: minute === chosen })));
  const begin = choose(words.from, 0, 540);
  const end = choose(words.to, 1, 1020);
  const atLeast = make("select", { ariaLabel: words.atLeast },
    ...[15, 30, 60, 90, 120, 240].map((count) =>
      make("option", { value: String(count), textContent: length(count), selected: count === 60 })));
  const find = make("button", { type: "button", className: "button", textContent: words.find });
  const list = make("ul", { className: "free-slots" });
  const copy = make("button", { type: "button", className: "button", textContent: words.copy, hidden: true });
  const state = make("p", { role: "status" });

  /** Whether a day shows hours twice, since clocks go back: then times need their offsets. */
  const isTwice = async (engine, date) => {
    const [first, last] = await Promise.all([date, plus(date, 1)].map((day) =>
      engine.clock(`${day}T00:00`, 0, { zone: zone() })));
    return lead(first) > lead(last);
  };
  const slot = ({ start, end }, hasOffsets) => {
    const isOne = start.slice(0, 10) === end.slice(0, 10);
    if (isOne && !hasOffsets) return times(wallOf(start), wallOf(end));
    const tell = (text, said) => hasOffsets ? `${said} ${offsetOf(text)}` : said;
    return phrase(names.times, { start: tell(start, said(names.time, wallOf(start))),
      end: tell(end, isOne ? said(names.time, wallOf(end)) : midnight) });
  };

  find.addEventListener("click", async () => {
    find.ariaBusy = "true";
    try {
      const from = globalThis.busylife.today();
      const to = plus(from, ahead);
      const query = {
        hours: [+begin.value, +end.value], minutes: +atLeast.value, notBefore: Date.now(),
        hidden: globalThis.busylife.hidden(),
      };
      const engine = await openEngine();
      const { days } = await engine.freeTime(from, to, query, { zone: zone() });
      const lines = await Promise.all(days.map(async ({ date, free }) => {
        const hasOffsets = await isTwice(engine, date);
        return `${said(names.day, wallOf(date))}: ${free.map((one) => slot(one, hasOffsets))
          .reduce((first, next) => phrase(names.list, { first, next }))}`;
      }));
      list.replaceChildren(...lines.map((textContent) => make("li", { textContent })));
      copy.hidden = !lines.length;
      state.textContent = lines.length ? "" : words.nothingFree;
    } catch (error) {
      state.textContent = error.message;
    } finally {
      find.ariaBusy = null;
    }
  });
  copy.addEventListener("click", async () => {
    const found = [...list.children].map((item) => item.textContent).join("\n");
    const text = `${found}\n(${globalThis.document.body.dataset.zone})`;
    try {
      await navigator.clipboard.writeText(text);
      state.textContent = words.copied;
    } catch {
      getSelection().selectAllChildren(list);
    }
  });

  return make("section", { className: "free" },
    make("h3", { textContent: words.freeTime }), make("p", { textContent: words.freeTimeText }),
    make("div", { className: "free-query" }, begin, " – ", end, atLeast, find), list, copy, state);
};
