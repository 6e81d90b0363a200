// A reader's proposals: stored in this browser, drawn into the days, listed, undone, and exported as a file or a mail.
// Nothing is sent from here.

import { say } from "./frame.js";
import { button, make, one } from "./make.js";
import { blocksOf, hours, isDate, lay, spoken, take, wallOf } from "./places.js";
import { openEngine, root, zone } from "./pages.js";
import { words } from "./put-words.js";
import { phrase } from "./words.js";

const store = `busylife:proposals:${root.pathname}`;
/** The greatest number of stored proposals; more could not be looked through. */
const limit = 200;
const isTime = (text) => typeof text === "string" && !Number.isNaN(Date.parse(text));
const isWhole = ({ uid, title, date, start, end, was, isNew }) =>
  [uid, title, date].every((text) => typeof text === "string") && isTime(start) && isTime(end)
  && (isNew || isTime(was?.start) && isTime(was?.end));
/** Stored data may be anything. */
const read = (text) => (JSON.parse(text) ?? []).filter(isWhole).slice(0, limit);
const main = one("main");
/** Lists of all-day events grow and shrink; what is visible below them stays in place. */
const steady = (change) => {
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[data-date]");
  const top = () => seen?.isConnected ? seen.getBoundingClientRect().top : 0;
  const was = top();
  change();
  const by = top() - was;
  if (Math.abs(by) >= 1) document.scrollingElement.scrollBy({ top: by, behavior: "instant" });
};

export class Proposals {
  #all = [];
  #undone = [];
  /** What each is drawn as: its times in the page's zone, and its parts in the days. */
  #drawn = new Map();
  #list = make("ul", { className: "proposal-list" });
  #state = make("p", { role: "status" });
  #redo = button(words.redo, () => this.redo());
  #dialog = make("dialog", { id: "proposals" });
  #pill = make("button", { type: "button", className: "button proposals-pill", hidden: true });

  constructor() {
    try { this.#all = read(localStorage.getItem(store)) } catch {}
    const title = make("h2", { id: "proposals-title", textContent: words.proposals });
    this.#dialog.setAttribute("aria-labelledby", title.id);
    this.#pill.setAttribute("aria-haspopup", "dialog");
    this.#dialog.append(title, make("p", { textContent: words.proposalsText }), this.#list, this.#state,
      make("div", { className: "lift-buttons" }, this.#redo, button(words.close, () => this.#dialog.close())));
    this.#dialog.addEventListener("click", (event) => { if (event.target === this.#dialog) this.#dialog.close() });
    // The button that opened it may be gone meanwhile, with the last proposal.
    this.#dialog.addEventListener("close", () => {
      const { activeElement } = document;
      if (activeElement === document.body || this.#dialog.contains(activeElement)) main.focus({ preventScroll: true });
    });
    this.#pill.addEventListener("click", () => this.#dialog.showModal());
    document.body.append(make("div", { className: "proposals-tray", role: "region", ariaLabel: words.proposals },
      this.#pill), this.#dialog);
    document.addEventListener("busylife:sectionadded", () => this.#draw());
    document.addEventListener("busylife:refresh", () => this.#draw());
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z"
        || event.target.closest("input, textarea")) return;
      if (event.shiftKey ? this.#undone.length : this.#all.length) event.preventDefault();
      event.shiftKey ? this.redo() : this.undo(this.#all.at(-1));
    });
    // Other tabs of the site show the same.
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== store) return;
      try { this.#all = read(newValue) } catch {}
      this.#show();
    });
    this.#show();
  }

  #isSame(a, b) { return a.uid === b.uid && (a.recurrenceId ?? null) === (b.recurrenceId ?? null) }

  /** Adds a proposal, replacing an earlier one for the same event, which undo restores. */
  #take(proposal) {
    proposal.before = this.#all.find((other) => this.#isSame(other, proposal));
    this.#all = [...this.#all.filter((other) => other !== proposal.before), proposal].slice(-limit);
    this.#keep();
  }

  add(change) {
    this.#undone = [];
    this.#take(change);
    say(phrase(words.proposed, { title: change.title, when: this.#when(change) }));
  }

  undo(proposal) {
    if (!proposal) return;
    const { before } = proposal;
    this.#all = this.#all.flatMap((other) => other !== proposal ? other : before && isWhole(before) ? before : []);
    this.#undone.push(proposal);
    this.#keep();
    const text = phrase(words.undone, { title: proposal.title });
    this.#state.textContent = text;
    if (!this.#dialog.open) say(text);
    else (one("button", this.#list) ?? this.#redo).focus();
  }

  redo() {
    const proposal = this.#undone.pop();
    if (!proposal) return;
    this.#state.textContent = "";
    this.#take(proposal);
  }

  #keep() {
    try {
      if (this.#all.length) localStorage.setItem(store, JSON.stringify(this.#all));
      else localStorage.removeItem(store);
    } catch {}
    this.#show();
  }

  #when({ start, end }) { return spoken([wallOf(start), wallOf(end)], isDate(start)) }

  #show() {
    const hadFocus = document.activeElement === this.#pill;
    this.#pill.hidden = !this.#all.length;
    if (hadFocus && this.#pill.hidden) main.focus({ preventScroll: true });
    this.#pill.textContent = phrase(words.count, { count: this.#all.length });
    this.#redo.hidden = !this.#undone.length;
    this.#list.replaceChildren(...this.#all.length ? this.#all.map((proposal) => this.#item(proposal)) : [make("li",
      { textContent: words.none })]);
    this.#draw();
  }

  #item(proposal) {
    const { title, lang, isNew, was, scope } = proposal;
    const file = button(words.file, () => this.#save(proposal, file), { ariaLabel: phrase(words.fileOf, { title }) });
    const mail = button(words.mail, () => this.#mail(proposal, mail), { ariaLabel: phrase(words.mailOf, { title }) });
    const item = make("li", {}, make("strong", { textContent: title, dir: "auto", ...lang && { lang } }));
    if (isNew) item.append(" ", make("small", { textContent: words.isNew }));
    item.append(make("p", { textContent: this.#when(proposal) }));
    if (scope === "future") item.append(make("p", { textContent: words.follows }));
    if (was) {
      const [before, after] = words.was.split("{when}");
      item.append(make("p", { className: "was" }, before, make("s", { textContent: this.#when(was) }), after));
    }
    item.append(make("div", { className: "lift-buttons" }, file, mail,
      button(words.undo, () => this.undo(proposal), { ariaLabel: phrase(words.undoOf, { title }) })));
    return item;
  }

  // ── In the days ────────────────────────────────────────────────────────────────────────────────

  #drawing = 0;
  async #draw() {
    const turn = ++this.#drawing;
    for (const [proposal, { parts }] of this.#drawn) {
      if (this.#all.includes(proposal)) continue;
      steady(() => parts.forEach(take));
      this.#drawn.delete(proposal);
      for (const block of blocksOf(proposal.uid, proposal.was, proposal.nth)) block.classList.remove("dimmed");
    }
    for (const proposal of this.#all) {
      const drawn = this.#drawn.get(proposal) ?? { parts: new Map() };
      this.#drawn.set(proposal, drawn);
      // Dates do not depend on the zone.
      const isWhole = isDate(proposal.start);
      if (isWhole) drawn.wall ??= [wallOf(proposal.start), wallOf(proposal.end)];
      else if (drawn.zone !== zone()) {
        const at = zone();
        // Times were stored in the zone that was shown then.
        try {
          const engine = await openEngine();
          drawn.wall = [wallOf(await engine.clock(proposal.start, 0, { zone: at })),
            wallOf(await engine.clock(proposal.end, 0, { zone: at }))];
          drawn.zone = at;
        } catch { continue }
        if (turn !== this.#drawing) return;
      }
      for (const block of blocksOf(proposal.uid, proposal.was, proposal.nth)) block.classList.add("dimmed");
      steady(() => lay(drawn.parts, drawn.wall, "proposed", (part, isFirst, isLast) => {
        let block = one(".event", part);
        if (!block) {
          block = make("button", { type: "button",
            className: proposal.isNew ? "event block" : String(proposal.className ?? "event block") },
            make("span", { className: "title", textContent: proposal.title, dir: "auto",
              ...proposal.lang && { lang: proposal.lang } }), make("time"));
          block.addEventListener("click", () => this.#dialog.showModal());
          part.append(block);
        }
        const text = spoken(drawn.wall, isWhole);
        if (!isWhole) one("time", block).textContent = hours(drawn.wall);
        block.ariaLabel = phrase(words.proposed, { title: proposal.title, when: text });
        block.classList.toggle("from", !isFirst);
        block.classList.toggle("on", !isLast);
      }, isWhole, proposal.lane));
    }
  }

  // ── Exporting ──────────────────────────────────────────────────────────────────────────────────

  async #made(proposal, pressed) {
    pressed.ariaBusy = "true";
    try {
      const { isNew = false, date, uid, recurrenceId, scope, start, end, title } = proposal;
      return await (await openEngine()).proposal(
        { isNew, date, uid, recurrenceId, isFuture: scope === "future", start, end, title, now: Date.now() },
          { zone: zone() });
    } catch (error) {
      this.#state.textContent = error.message;
    } finally {
      pressed.ariaBusy = null;
    }
  }

  async #save(proposal, pressed) {
    const made = await this.#made(proposal, pressed);
    if (!made) return;
    const href = URL.createObjectURL(new Blob([made.ics], { type: `text/calendar;method=${made.method}` }));
    const name = (proposal.title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-").slice(0, 60);
    make("a", { href, download: `${name || "proposal"}.ics` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  async #mail(proposal, pressed) {
    const made = await this.#made(proposal, pressed);
    if (!made) return;
    const { title, isNew, was } = proposal;
    const at = (change) => `${this.#when(change)} (${zone()})`;
    const subject = phrase(isNew ? words.subjectNew : words.subject, { title });
    const now = at(proposal);
    const body = isNew ? phrase(words.letterNew, { title, now }) : phrase(words.letter, { title, was: at(was), now });
    const to = encodeURIComponent(made.organizer?.email ?? "").replace("%40", "@");
    const text = encodeURIComponent(body.replaceAll("\n", "\r\n"));
    location.href = `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${text}`;
  }
}
