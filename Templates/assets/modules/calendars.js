// The reader's own calendars: read by the engine in the page, kept for this visit, never sent.

import { openEngine } from "./pages.js";

const store = "busylife:calendars";
/** The amount that session storage reliably holds, in characters. */
const most = 2_000_000;
/** Larger files are not personal calendars. */
const largest = 64 << 20;

/** @type {{id: string, name: string, text: string, problems: object[]}[]} */
const own = [];
let changed = async () => {};

/** Registers a listener for added and removed calendars. */
export const whenChanged = (listener) => { changed = listener };
export const all = () => own;

const keep = () => {
  const kept = own.filter(({ text }) => text.length <= most).map(({ name, text }) => ({ name, text }));
  try {
    if (kept.length) sessionStorage.setItem(store, JSON.stringify(kept));
    else sessionStorage.removeItem(store);
    return kept.length === own.length;
  } catch {
    return false;
  }
};

/** Adds the calendars stored during this visit to the site's again; returns whether there are any. */
export const restore = () => {
  let kept = [];
  try { kept = JSON.parse(sessionStorage.getItem(store)) ?? [] } catch {}
  for (const { name, text } of kept) {
    const calendar = { id: name, name, text, problems: [] };
    own.push(calendar);
    // Requested now, so that the calendar is loaded before the first page is.
    openEngine().then((engine) => engine.addCalendar(name, new TextEncoder().encode(text)))
      .then(({ id, problems }) => Object.assign(calendar, { id, problems }), () => {});
  }
  return own.length > 0;
};

/**
 * Reads a file.
 * @param {File} file
 * @returns {Promise<{name: string, problems: object[], isKept: boolean}>}
 */
export const add = async (file) => {
  if (file.size > largest) throw new RangeError(`${file.size} > ${largest}`);
  const bytes = await file.arrayBuffer();
  const name = file.name.replace(/\.(ics|ical|ifb|icalendar)$/i, "").slice(0, 60) || file.name;
  const engine = await openEngine();
  const { id, problems } = await engine.addCalendar(name, bytes.slice(0));
  own.push({ id, name: id, text: new TextDecoder().decode(bytes), problems });
  const isKept = keep();
  await changed(true);
  return { name: id, problems, isKept };
};

export const remove = async (id) => {
  const at = own.findIndex((calendar) => calendar.id === id);
  if (at < 0) return;
  await (await openEngine()).removeCalendar(id);
  own.splice(at, 1);
  keep();
  await changed(own.length > 0);
};
