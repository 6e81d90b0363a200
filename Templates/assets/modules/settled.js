// Turns an event that was put down into a change: the engine resolves clock changes and the instance, and the reader is
// asked which instances of a series are meant.

import { button, make, one } from "./make.js";
import { dateOf, day, isAt, textOf } from "./places.js";
import { openEngine, zone } from "./pages.js";
import { words as put } from "./put-words.js";
import { words } from "./timeline-words.js";
import { phrase } from "./words.js";

/** The exact times of the picked-up event, and which instance of which event it is. */
export const settled = async (lifted) => {
  const { isNew, uid, was, wall, first, isWhole, length, isStretched } = lifted;
  const { title, lang, calendar, className, nth, lane } = lifted;
  const engine = await openEngine();
  const options = { zone: zone() };
  const start = isWhole ? dateOf(wall[0]) : wall[0] === first[0] && was ? was.start
    : await engine.clock(textOf(wall[0]), 0, options);
  const end = isWhole ? dateOf(wall[1]) : isStretched || isNew ? await engine.clock(textOf(wall[1]), 0, options)
    : await engine.clock(start, length * 60, options);
  if (Date.parse(end) <= Date.parse(start) && was?.start !== was?.end) throw new RangeError(words.notAnEnd);
  if (isNew) {
    return { isNew, uid: `${crypto.randomUUID()}@busylife`, title: title.trim() || words.untitled,
      calendar: calendar || one(".event[data-calendar]")?.dataset.calendar, start, end, scope: "this",
      date: dateOf(wall[0]) };
  }
  const date = dateOf(first[0]);
  const { days } = await engine.days(date, dateOf(first[0] + day), options);
  const found = days.flatMap(({ events }) => events)
    .filter((event) => event.uid === uid && isAt(event, was));
  // Instances at one time are in the order of the page.
  const recurrenceId = (found[nth] ?? found[0])?.recurrenceId ?? null;
  return { uid, title, lang, calendar, date, recurrenceId, was, start, end, scope: "this", className, nth, lane };
};

/** Asks which instances of a series are meant; undefined if the reader cancels. */
export const ask = (title, isEdit) => new Promise((resolve) => {
  const dialog = make("dialog", { className: "lift-ask" }, make("h2", { textContent: phrase(put.which, { title }),
    id: "lift-which" }));
  dialog.setAttribute("aria-labelledby", "lift-which");
  for (const scope of isEdit ? ["this", "future", "all"] : ["this", "future"])
    dialog.append(button(put[scope], () => dialog.close(scope)));
  dialog.append(button(put.cancel, () => dialog.close(""), { className: "button plain" }));
  dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue || undefined);
  });
  document.body.append(dialog);
  dialog.showModal();
});
