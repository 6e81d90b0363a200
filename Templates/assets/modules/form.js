// The form of an event under `serve --edit`: its title, times, place and description; and what asks which instances of
// a series are meant.

import { words } from "./edit-words.js";
import { offer, post, refuse } from "./edits.js";
import { all, button, make, one } from "./make.js";
import { openEngine, zone } from "./pages.js";
import { dateOf, day, isDate, textOf, wallOf } from "./places.js";
import { words as put } from "./put-words.js";
import { words as names } from "./timeline-words.js";
import { phrase } from "./words.js";

/** An event that has no time of day yet begins at nine, for an hour. */
const morning = 9 * 60;
const called = (title) => title?.trim() || names.untitled;

/** Asks the server for an event as it is in its file; undefined if it can't be changed, which is said. */
const asked = async ({ uid, page, start, end, nth, title }) => {
  try {
    return await post("/-/event", { uid, page, start, end, nth, zone: zone() });
  } catch (error) {
    refuse(called(title), error);
    return undefined;
  }
};

/** Gives what opens the form of an event. */
export const change = async (what) => {
  const event = await asked(what);
  return event && ((host) => new Form(event, host, what.scope));
};
/** Gives what opens the form of a new event. */
export const create = ({ title, start, end, calendar }) => {
  // The last day of dates is shown inclusive.
  const until = isDate(end) ? dateOf(wallOf(end) + day) : end;
  return (host) => new Form({ title, start, end: until, location: "", description: "", calendar, isNew: true }, host);
};
/** Gives what deletes an event, after it has asked which instances of a series are meant. */
export const remove = async (what) => {
  const event = await asked(what);
  return event && ((host) => event.recurrenceId ? new Scopes(event, host, what.scope)
    : deleted(event, "all", host).catch((error) => refuse(called(event.title), error)));
};

const deleted = async (event, scope, host) => {
  const { uid, recurrenceId, start, end } = event;
  const was = { start, end };
  const answer = await post("/-/edit", { action: "remove", uid, recurrenceId, scope, zone: zone(), was });
  offer({ title: called(event.title), text: phrase(words.deleted, { title: called(event.title) }), ...answer });
  host.changed({ date: start.slice(0, 10) });
};

/** A choice of the instances that are meant. */
const scopes = (legend, chosen = "this") => make("fieldset", {}, make("legend", { textContent: legend }),
  ...["this", "future", "all"].map((value) => make("label", { className: "check" },
    make("input", { type: "radio", name: "scope", value, checked: value === chosen }),
    make("span", { textContent: put[value] }))));

/** A dialog that is removed when it is closed, and says why the server refuses. */
class Dialog {
  constructor(heading, host) {
    this.host = host;
    this.problem = make("p", { className: "problem", role: "alert" });
    this.form = make("form", { noValidate: true });
    const title = make("h2", { id: "event-form-title", textContent: heading });
    this.dialog = make("dialog", { id: "event-form" }, title, this.form);
    this.dialog.setAttribute("aria-labelledby", title.id);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run(() => this.save());
    });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.run(() => this.save());
    });
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      host.closed();
    });
  }

  /** Does what the server may refuse: the form then stays, and says why. */
  async run(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem.textContent = "";
    this.form.ariaBusy = "true";
    try {
      await act();
      this.dialog.close();
    } catch (error) {
      this.problem.textContent = error.message;
      this.problem.scrollIntoView({ block: "nearest" });
    } finally {
      this.isBusy = false;
      this.form.ariaBusy = null;
    }
  }

  get scope() { return one("[name=scope]:checked", this.form)?.value ?? "all" }

  buttons(label, ...others) {
    const save = make("button", { type: "submit", className: "button main", textContent: label,
      ariaKeyShortcuts: "Control+Enter" });
    return make("div", { className: "lift-buttons" }, save, button(put.cancel, () => this.dialog.close()), ...others);
  }

  show() {
    document.body.append(this.dialog);
    this.dialog.showModal();
  }
}

/** Asks which instances of a series to delete. */
class Scopes extends Dialog {
  constructor(event, host, chosen) {
    super(words.deleteText, host);
    this.event = event;
    this.form.append(scopes(phrase(words.whichDelete, { title: called(event.title) }), chosen), this.problem,
      this.buttons(words.delete));
    this.show();
  }

  save() { return deleted(this.event, this.scope, this.host) }
}

class Form extends Dialog {
  constructor(event, host, scope) {
    super(event.isNew ? names.untitled : words.editText, host);
    this.event = event;
    const field = (label, input) => [input, make("label", {}, make("span", { textContent: label }), input)];
    const [title, titleField] = field(names.title, make("input", { type: "text", dir: "auto",
      value: event.title, autocomplete: "off" }));
    // A place of several lines, as some programs write, is shown in one.
    const [place, placeField] = field(words.place, make("input", { type: "text", dir: "auto",
      value: event.location.replaceAll("\n", ", "), autocomplete: "off" }));
    const [text, textField] = field(words.description, make("textarea", { rows: 4, dir: "auto",
      value: event.description, disabled: !!event.noDescription }));
    if (event.noDescription) textField.append(make("small", { textContent: event.noDescription }));
    const allDay = make("input", { type: "checkbox", checked: isDate(event.start) });
    Object.assign(this, { title, place, text, allDay, first: [title.value, place.value, text.value] });
    this.wall = [event.start, event.end].map(wallOf);
    this.times = [names.from, names.to].map((label, at) => this.time(label, at));
    allDay.addEventListener("change", () => this.turn());
    this.fill();
    this.form.append(titleField, make("label", { className: "check" }, allDay,
      make("span", { textContent: words.allDay })), ...this.times.map(({ group }) => group));
    if (event.isNew) this.form.append(this.calendars());
    this.form.append(placeField, textField);
    if (event.recurrenceId) this.form.append(scopes(phrase(words.which, { title: called(event.title) }), scope));
    this.form.append(this.problem, this.buttons(words.save, ...event.isNew ? []
      : [button(words.delete, () => this.remove(), { className: "button delete" })]));
    this.show();
    title.focus();
    title.select();
  }

  time(label, at) {
    const date = make("input", { type: "date", ariaLabel: label, min: "0001-01-01", max: "9999-12-31" });
    const time = make("input", { type: "time", ariaLabel: label });
    for (const input of [date, time]) input.addEventListener("change", () => this.move(at));
    const group = make("div", { className: "time" }, make("span", { textContent: label, ariaHidden: "true" }), date,
      time);
    return { date, time, group };
  }

  calendars() {
    const items = all("[data-legend]");
    this.calendar = make("select", {}, ...items.map((item) => make("option", { value: item.dataset.legend,
      textContent: item.textContent.trim(), selected: item.dataset.legend === this.event.calendar })));
    return make("label", { hidden: items.length < 2 }, make("span", { textContent: names.calendar }), this.calendar);
  }

  /** Shows the times; the end of whole days is shown inclusive. */
  fill() {
    const isWhole = this.allDay.checked;
    for (const [at, { date, time }] of this.times.entries()) {
      date.value = dateOf(this.wall[at] - (at && isWhole ? day : 0));
      time.value = textOf(this.wall[at]).slice(11);
      time.hidden = isWhole;
    }
  }

  /** Takes a time that was chosen; the end follows the start. */
  move(at) {
    const { date, time } = this.times[at];
    if (!date.value || !time.value && !this.allDay.checked) return;
    const was = this.wall[at];
    this.wall[at] = this.allDay.checked ? wallOf(date.value) + at * day : wallOf(`${date.value}T${time.value}`);
    if (!at) this.wall[1] += this.wall[0] - was;
    this.fill();
  }

  /** Makes times of dates, or the reverse, on the same days. */
  turn() {
    const [start, end] = this.wall;
    const first = Math.floor(start / day) * day;
    const last = Math.floor(Math.max(end - 1, start) / day) * day;
    this.wall = this.allDay.checked ? [first, last + day]
      : this.hours ? this.hours.map((hours, at) => (at ? last : first) + hours)
        : [first + morning, last + morning + 60];
    this.hours = this.allDay.checked ? [start - first, end - last] : undefined;
    this.fill();
  }

  /** The times as requests have them: those that are not changed as they were, also where clocks change. */
  async settled() {
    if (this.times.some(({ date, time }) => !date.value || !time.value && !this.allDay.checked))
      throw new RangeError(names.notAnEnd);
    const isWhole = this.allDay.checked;
    const [start, end] = await Promise.all(["start", "end"].map(async (side, at) => {
      const was = this.event[side];
      const wall = this.wall[at];
      if (isWhole) return dateOf(wall);
      if (!this.event.isNew && !isDate(was) && wallOf(was) === wall) return was;
      return (await openEngine()).clock(textOf(wall), 0, { zone: zone() });
    }));
    if (Date.parse(end) < Date.parse(start) + isWhole) throw new RangeError(names.notAnEnd);
    return { start, end };
  }

  async save() {
    const { event } = this;
    const { start, end } = await this.settled();
    const request = { action: event.isNew ? "create" : "change", uid: event.uid, recurrenceId: event.recurrenceId,
      scope: this.scope, start, end, allDay: isDate(start), calendar: this.calendar?.value || undefined, zone: zone() };
    const was = { start: event.start, end: event.end };
    let isSame = start === was.start && end === was.end;
    // Only what was changed is sent, and compared with the file.
    for (const [at, name] of ["title", "location", "description"].entries()) {
      const { value } = [this.title, this.place, this.text][at];
      if (!event.isNew && value === this.first[at]) continue;
      request[name] = value;
      was[name] = event[name];
      isSame = false;
    }
    if (event.isNew) request.title = called(request.title);
    else if (isSame) return;
    else request.was = was;
    const answer = await post("/-/edit", request);
    if (!answer.undo) return;
    offer({ title: called(this.title.value), ...answer });
    this.host.changed({ ...answer, start, end });
  }

  /** Deletes what the form is of; those instances that are chosen. */
  remove() { return this.run(() => deleted(this.event, this.scope, this.host)) }
}
