// The generator's own core, in the page: makes any page of the site, in any zone and for any date, with the same bytes
// that a build would have written.
//
//   const {Engine} = await import(document.body.dataset.engine);   // resolved against the page
//   const engine = await Engine.open();
//   const html = await engine.page("calendar/2041-03.html", {zone: "Asia/Kathmandu"});
//
// All work is done in a worker, so that the page is never blocked. Files are fetched only when needed, each once;
// nothing is ever sent. Sections and zones need the small module; for an event's page and all other functions the
// worker switches to the whole one, once.

import { isEnglish, isOffline } from "./pages.js";
import { words } from "./words.js";

const { at, plus, sections } = globalThis.busylife.dates;
const site = new URL("../../", import.meta.url);
/** Days since 1970, as the module counts them. */
const number = (date) => Math.floor(at(date) / 86_400_000);
/** A range of days, end exclusive, and the months whose events it needs. */
const span = (from, to) => {
  const months = new Set();
  for (let date = from; date < to; date = plus(date, 1)) months.add(sections(date).calendar);
  return { from: number(from), to: number(to), months: [...months] };
};

/** An error with a message for people: the module's own on English pages, and a sentence in the page's language on
    others, where the console has the module's. */
export class EngineError extends Error {
  /**
   * @param {string} message one line, in English
   * @param {"argument"|"content"|"zone"|"limit"|"state"|"network"|"trap"} kind for scripts to branch on
   */
  constructor(message, kind) {
    super(isEnglish ? message : { zone: words.noZone, network: words.plain }[kind] ?? words.wrong);
    if (!isEnglish) console.warn(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

export class Engine {
  #worker;
  #calls = new Map();
  #next = 1;
  /** The only engine of this page, or the promise of it. */
  static #opened;

  /**
   * The engine of the site that this script belongs to, shared by everything on the page. Rejects with an
   * EngineError if it can't be loaded, and may then be called again.
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
    this.#worker.onmessage = ({ data: { id, value, error, lacking } }) => {
      if (lacking) {
        globalThis.busylife.lacking = lacking;
        document.dispatchEvent(new Event("busylife:lacking"));
      }
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
   * @param {string} path from the zone's root: of a section, `calendar/2041-03.html`, or of an event, with
   * `#2026-12-03` for the date of a series from then on
   * @param {object} [options]
   * @param {string} [options.zone] an IANA name in any case, or `UTC+8`; by default the site's
   * @param {[string, string]} [options.window] the page is then the one that a build with these --from and --to
   * writes; by default links have no edge and plain paths
   * @param {[number, number]} [options.customs] the first day of weeks, 1 for Monday to 7, 0 for the site's, and 1 for
   * the clock that the site does not use
   * @returns {Promise<string>}
   */
  page(path, { zone, window, customs } = {}) {
    return this.#ask("page", path, zone, window?.map(number), customs, isOffline());
  }

  /**
   * The names of all zones that can be selected, in order.
   * @returns {Promise<string[]>}
   */
  zones() {
    return this.#ask("zones");
  }

  /**
   * Settled days in the form of `busylife-gen agenda --format json`, parsed.
   * @param {string} from the first date
   * @param {string} to the date after the last
   * @param {object} [options] see page()
   */
  async days(from, to, { zone } = {}) {
    return JSON.parse(await this.#ask("days", span(from, to), zone));
  }

  /**
   * Free time common to all calendars, the reader's own included.
   * @param {string} from the first date
   * @param {string} to the date after the last
   * @param {{hours: [number, number], minutes: number, notBefore: number, hidden?: string[]}} query the range of
   * minutes of each day, the minimum length in minutes, the earliest start in ms, and the names of calendars to
   * ignore
   * @param {object} [options] see page()
   * @returns {Promise<{days: {date: string, free: {start: string, end: string}[]}[]}>}
   */
  async freeTime(from, to, query, { zone } = {}) {
    return JSON.parse(await this.#ask("freeTime", span(from, to), query, zone));
  }

  /**
   * A local time of a zone, or an instant, after adding seconds.
   * @param {string} text `2026-11-20T09:00`, or with an offset
   * @returns {Promise<string>} RFC 3339, in the zone
   */
  clock(text, seconds = 0, { zone } = {}) {
    return this.#ask("clock", text, seconds, zone);
  }

  /**
   * The file and recipient of a proposal: a new event, or another time for one.
   * @param {{isNew: boolean, date: string, uid: string, recurrenceId?: string, isFuture: boolean, start: string,
   * end: string, title: string, now: number}} change `date` is one of the event's days, `now` is in ms
   * @param {object} [options] see page()
   * @returns {Promise<{method: string, organizer: {name: string, email: string}?, ics: string}>}
   */
  async proposal(change, { zone } = {}) {
    const days = change.isNew ? undefined : span(change.date, plus(change.date, 1));
    return JSON.parse(await this.#ask("proposal", change, days, zone));
  }

  /**
   * Adds a calendar of the reader's to every page requested from now on. It never leaves the browser.
   * @param {string} name shown in the legend
   * @param {ArrayBuffer|Uint8Array} bytes an iCalendar file
   * @returns {Promise<{id: string, problems: {line: number, column: number, severity: string, message: string}[]}>}
   * the id for removeCalendar(), and the problems found
   */
  addCalendar(name, bytes) {
    return this.#ask("addCalendar", name, bytes);
  }

  /** @param {string} id as returned by addCalendar() */
  removeCalendar(id) {
    return this.#ask("removeCalendar", id);
  }

  /** Ends the worker and frees its memory. The next Engine.open() starts again. */
  close() {
    this.#worker.terminate();
    this.#fail(new EngineError("the engine was closed", "state"));
    Engine.#opened = undefined;
  }
}
