// Free time common to all shown calendars, the reader's own included, to read or copy.

import { make } from "./make.js";
import { openEngine, zone } from "./pages.js";
import { said, times, wallOf } from "./places.js";
import { words } from "./panel-words.js";
import { names, phrase } from "./words.js";

const { plus } = globalThis.busylife.dates;
/** The number of days ahead. */
const ahead = 14;

const length = (count) => count % 60 ? phrase(words.minutes, { count }) : phrase(words.hours, { count: count / 60 });

/** The section of the panel. */
export const freeTime = () => {
  const begin = make("input", { type: "time", value: "09:00", ariaLabel: words.from, step: 900 });
  const end = make("input", { type: "time", value: "17:00", ariaLabel: words.to, step: 900 });
  const atLeast = make("select", { ariaLabel: words.atLeast },
    ...[15, 30, 60, 90, 120, 240].map((count) =>
      make("option", { value: String(count), textContent: length(count), selected: count === 60 })));
  const find = make("button", { type: "button", className: "button", textContent: words.find });
  const list = make("ul", { className: "free-slots" });
  const copy = make("button", { type: "button", className: "button", textContent: words.copy, hidden: true });
  const state = make("p", { role: "status" });

  const minute = ({ value }) => {
    const [hour, minute] = value.split(":").map(Number);
    return hour * 60 + minute;
  };
  /** A slot's times; the end of a day is 24:00 where hours count so far. */
  const midnight = names.half ? said(names.time, 0)
    : phrase(names.time, { H: 24, HH: 24, k: 24, kk: 24, mm: said("{mm}", 0) });
  const slot = ({ start, end }) => start.slice(0, 10) === end.slice(0, 10) ? times(wallOf(start), wallOf(end))
    : phrase(names.times, { start: said(names.time, wallOf(start)), end: midnight });

  find.addEventListener("click", async () => {
    find.ariaBusy = "true";
    try {
      const from = globalThis.busylife.today();
      const to = plus(from, ahead);
      const query = {
        hours: [minute(begin), minute(end) || 1440], minutes: +atLeast.value, notBefore: Date.now(),
        hidden: globalThis.busylife.hidden(),
      };
      const { days } = await (await openEngine()).freeTime(from, to, query, { zone: zone() });
      const lines = days.map(({ date, free }) => `${said(names.day, wallOf(date))}: ${free.map(slot)
        .reduce((first, next) => phrase(names.list, { first, next }))}`);
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
