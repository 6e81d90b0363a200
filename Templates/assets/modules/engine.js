// The generator's own core, in the page: makes any page of the site, in any zone and as far in time as
// anybody likes, byte by byte as a build would have written it.
//
//   const {Engine} = await import(document.body.dataset.engine);   // resolved against the page
//   const engine = await Engine.open();
//   const html = await engine.page("calendar/2041-03.html", {zone: "Asia/Kathmandu"});
//
// All work is done in a worker, so that no page waits for it. Nothing is fetched before it is needed, and
// nothing twice; nothing is ever sent. Sections and zones need the small module; an event's page and any other function
// have the worker go over to the whole one, once.

import { at, plus, sections } from "./dates.js";

const site = new URL("../../", import.meta.url);
/** Days since 1970, as the module counts them. */
const number = (date) => Math.floor(at(date) / 86_400_000);
/** The days from one to before another, and the months whose events they need. */
const span = (from, to) => {
  const months = new Set();
  for (let date = from; date < to; date = plus(date, 1)) months.add(sections(date).calendar);
  return { from: number(from), to: number(to), months: [...months] };
};

/** What failed, in words for people. */
export class EngineError extends Error {
  /**
   * @param {string} message one line
   * @param {"argument"|"content"|"zone"|"limit"|"state"|"network"|"trap"} kind what scripts decide by
   */
  constructor(message, kind) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

export class Engine {
  #worker;
  #calls = new Map();
  #next = 1;
  /** The one engine of this page, or the promise of it. */
  static #opened;

  /**
   * The engine of the site that this script belongs to; the same for everybody on the page. Rejects with an
   * EngineError where it can't be loaded, and may then be called again.
   * @returns {Promise<Engine>}
   */
  static open() {
    Engine.#opened ??= new Engine().#begin().catch((error) => {
      Engine.#opened = undefined;
      throw error;
    });
    return Engine.#opened;
  }

  async #begin() {
    this.#worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module", name: "busylife" });
    this.#worker.onmessage = ({ data: { id, value, error } }) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error) call?.reject(new EngineError(error.message, error.kind));
      else call?.resolve(value);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new EngineError("the engine's script can't be loaded", "network"));
    };
    try {
      await this.#ask("open", site.href);
    } catch (error) {
      this.#worker.terminate();
      throw error;
    }
    return this;
  }

  #fail(error) {
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  #ask(what, ...args) {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#calls.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, args });
    });
  }

  /**
   * A whole page: HTML.
   * @param {string} path from the zone's root: a section's, `calendar/2041-03.html`, or an event's
   * @param {object} [options]
   * @param {string} [options.zone] of its days: an IANA name in any case, or `UTC+8`; the site's if left out
   * @param {[string, string]} [options.window] the page is the one that a build with these --from and --to
   *   writes; left out, its links lead on for ever, by plain paths
   * @returns {Promise<string>}
   */
  page(path, { zone, window } = {}) {
    return this.#ask("page", path, zone, window?.map(number));
  }

  /**
   * The names of all zones that can be chosen, in order.
   * @returns {Promise<string[]>}
   */
  zones() {
    return this.#ask("zones");
  }

  /**
   * Settled days, as `busylife-gen agenda --format json` prints them, parsed.
   * @param {string} from the first date
   * @param {string} to the date after the last
   * @param {object} [options] as of page()
   */
  async days(from, to, { zone } = {}) {
    return JSON.parse(await this.#ask("days", span(from, to), zone));
  }

  /**
   * When nothing is planned in any calendar, the reader's own included.
   * @param {string} from the first date
   * @param {string} to the date after the last
   * @param {{hours: [number, number], minutes: number, notBefore: number, hidden?: string[]}} query the minutes of a day
   *   between which it may be, how long it has to be, the instant in ms before which nothing is free, and the
   *   calendars that don't count
   * @param {object} [options] as of page()
   * @returns {Promise<{days: {date: string, free: {start: string, end: string}[]}[]}>}
   */
  async freeTime(from, to, query, { zone } = {}) {
    return JSON.parse(await this.#ask("freeTime", span(from, to), query, zone));
  }

  /**
   * What a reading of a zone's clocks, or an instant, is some seconds later.
   * @param {string} text `2026-11-20T09:00`, or with an offset
   * @returns {Promise<string>} RFC 3339, in the zone
   */
  clock(text, seconds = 0, { zone } = {}) {
    return this.#ask("clock", text, seconds, zone);
  }

  /**
   * What is sent to propose an event, or another time for one.
   * @param {{isNew: boolean, date: string, uid: string, recurrenceId?: string, isFuture: boolean, start: string,
   *   end: string, title: string, now: number}} change the date is one of the event's days, `now` in ms
   * @param {object} [options] as of page()
   * @returns {Promise<{method: string, organizer: {name: string, email: string}?, ics: string}>}
   */
  async proposal(change, { zone } = {}) {
    const days = change.isNew ? undefined : span(change.date, plus(change.date, 1));
    return JSON.parse(await this.#ask("proposal", change, days, zone));
  }

  /**
   * Lays a calendar of the reader's beside the site's, in every page that is asked for from now on. It stays in
   * the page.
   * @param {string} name what the legend says
   * @param {ArrayBuffer|Uint8Array} bytes an iCalendar file
   * @returns {Promise<{id: string, problems: {line: number, column: number, severity: string, message: string}[]}>}
   *   the id for removeCalendar(), and what could not be understood
   */
  addCalendar(name, bytes) {
    return this.#ask("addCalendar", name, bytes);
  }

  /** @param {string} id as addCalendar() gave it */
  removeCalendar(id) {
    return this.#ask("removeCalendar", id);
  }

  /** Ends the worker and gives its memory back. The next Engine.open() begins anew. */
  close() {
    this.#worker.terminate();
    this.#fail(new EngineError("the engine was closed", "state"));
    Engine.#opened = undefined;
  }
}
