// Says from when a page is that comes from the device, and which months are missing on a page that the engine has made.

import { notice, unnotice } from "./notice.js";
import { words } from "./offline-words.js";
import { forget } from "./pages.js";
import { words as common, names, phrase, spell } from "./words.js";

const { busylife } = globalThis;

/** An instant on the clock of the page; with its date if it is not of today. */
const said = (instant) => {
  const clock = busylife.dates.clock(instant);
  const time = spell(names.time, clock, names);
  const date = busylife.dates.of(clock);
  return date === busylife.today() ? time
    : phrase(names.dateTimes, { date: spell(names.fullDay, clock, names), times: time });
};

const month = (name) => spell(names.month, `${name}-01T00:00:00Z`, names);

const { kept } = document.body.dataset;
if (kept) notice("kept", phrase(words.asOf, { time: said(Date.parse(kept)) }));

/** Names the months that are missing, if there are any. */
export const tell = () => {
  if (!busylife.lacking) return;
  // Once there is a connection, the page is made again.
  forget();
  const months = busylife.lacking.map(month).reduce((first, next) => phrase(names.list, { first, next }));
  busylife.lacking = undefined;
  notice("lacking", phrase(words.lacking, { months }), { label: common.retry, act: () => location.reload() });
};

addEventListener("online", () => unnotice("lacking"));
