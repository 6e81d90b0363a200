// What pages of `serve --edit` have besides, loaded by the preview server: buttons and keys that change an event
// (form.js), and after the server has reloaded the page the view as it was.

import { words } from "./edit-words.js";
import { all, button, make, one, style } from "./make.js";
import { root } from "./pages.js";
import { blocksOf, nthOf } from "./places.js";

const { body } = document;
const { busylife } = globalThis;
const store = "busylife:view";
/** The time, in ms, in which a page that was reloaded comes to rest. */
const patience = 10_000;

// ── Which event ────────────────────────────────────────────────────────────────────────────────────

const editable = "main .event[data-uid][data-start]";
const isPage = () => body.dataset.view === "event";

/** What the server is asked about a block, an entry or a cell's event. */
const eventOf = (block) => {
  const { uid, start, end } = block.dataset;
  return { uid, start, end, nth: Math.max(nthOf(block), 0), title: one("span:not(.at)", block)?.textContent };
};
/** The same of an event's page; it shows the next date of a series, or the one that its address names. */
const eventOfPage = () => ({
  page: `event/${body.dataset.section}.html`, start: one(".event-head .when time").dateTime,
  title: one("h1").textContent, scope: location.hash ? "this" : "all",
});
/** The event that keys mean: the focused one, or that of the page. */
const meant = () => {
  const block = document.activeElement?.closest(editable);
  return block ? eventOf(block) : isPage() ? eventOfPage() : undefined;
};

// ── The form ───────────────────────────────────────────────────────────────────────────────────────

const sheet = () => style("form.css");
/** Does something with the form once it is there; keys that are pressed meanwhile wait for it. */
const form = (act) => busylife.hold(
  Promise.all([import("./form.js"), sheet(), style("moving.css")])
    .then(([form]) => act(form)).then((open) => () => open?.({ changed, closed })));
const edit = (event) => form(({ change }) => change(event));
const remove = (event) => form(({ remove }) => remove(event));

/** Where the focus goes after the next reload. */
let aim;
/** The address that the event's page has then. */
let next;
/** Whether the server asked for a reload while the form was open. */
let isDue = false;

/**
 * Something was saved; the server is about to reload the page.
 * @param {{uid?: string, start?: string, end?: string, date?: string, page?: string}} done the event as it is now;
 * without `uid` it is deleted
 */
const changed = ({ uid, start, end, date, page }) => {
  aim = uid ? { uid, start, end } : { date };
  // A second press must not delete what is still shown.
  if (!uid) focus(aim);
  if (!isPage()) return;
  aim = { button: 0 };
  const there = uid ? page && new URL(page, root) : new URL(one(".actions > a.button")?.href ?? root);
  if (!there || there.pathname === location.pathname) return;
  if (uid) Object.assign(there, { search: location.search, hash: location.hash });
  next = there.href;
  if (!uid) aim = { date };
};
const closed = () => { if (isDue) reload() };

// ── Buttons and keys ───────────────────────────────────────────────────────────────────────────────

const dressPage = () => {
  const actions = isPage() && one(".actions");
  if (!actions || one(".edits", actions)) return;
  actions.append(...[[words.edit, edit, "E"], [words.delete, remove, "Delete"]].map(([label, act, key]) =>
    button(label, () => act(eventOfPage()), { className: "button edits", ariaKeyShortcuts: key })));
};

/** A card has the button for the pointer; with keys the event itself has the focus. */
const dressCard = () => {
  const card = one("#event-card");
  const block = one('[aria-describedby~="event-card"]');
  if (!card || card.hidden || !block?.matches(editable) || one(".edits", card)) return;
  const was = card.offsetHeight;
  card.append(button(words.edit, () => {
    const event = eventOf(block);
    block.focus({ preventScroll: true });
    edit(event);
  }, { className: "button edits", tabIndex: -1, ariaHidden: "true" }));
  // A card above its block stays above it.
  const { top } = card.getBoundingClientRect();
  if (top < block.getBoundingClientRect().top)
    card.style.top = `${Math.max(8, top - card.offsetHeight + was)}px`;
};

/** A new event that is being placed can be given all the rest. */
const dressBar = () => {
  const bar = one(".lift-bar");
  if (!bar || one(".edits", bar)) return;
  const title = one(".lift-title", bar);
  const [, putBack] = all(".lift-buttons > button", bar);
  const more = button(words.edit, () => {
    const [start, end] = all(".lift-times input", bar).map(({ value }) => value);
    const made = { title: title.value, start, end, calendar: one("select", bar).value };
    putBack.click();
    form(({ create }) => create(made));
  }, { className: "button edits" });
  putBack.before(more);
  const show = () => { more.hidden = title.hidden };
  new MutationObserver(show).observe(title, { attributeFilter: ["hidden"] });
  show();
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    || next || one("dialog[open]") || target.closest("input, textarea, select, [contenteditable]")) return;
  const act = /^e$/i.test(key) ? edit : /^(Delete|Backspace)$/.test(key) && remove;
  // On a page without anything focused, Backspace is meant to go back.
  const what = act && (key !== "Backspace" || target.closest(editable)) && meant();
  if (!what) return;
  event.preventDefault();
  act(what);
});
// A press on a card's button is none elsewhere, which would close the card.
addEventListener("pointerdown", (event) => {
  if (event.target.closest("#event-card .edits")) event.stopImmediatePropagation();
}, true);

// ── The view after a reload ────────────────────────────────────────────────────────────────────────

/** The days on the page, in order; those of the calendar beside an agenda follow it by themselves. */
const days = () => all("main [data-date]").filter((day) => !day.closest(".side") && day.checkVisibility());
/** Two months may show a day. */
const nameOf = (day) => [day.closest("[data-section]").dataset.section, day.tagName, day.dataset.date];
/** The first day that can be seen, and where: what is above it may become longer or shorter. */
const anchor = () => {
  const bar = one(".bar");
  const edge = bar && getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().bottom : 0;
  const day = days().find((day) => day.getBoundingClientRect().bottom > edge);
  return day && { day: nameOf(day), top: day.getBoundingClientRect().top };
};
/** What is scrolled in itself, but for the weeks beside an agenda, which follow it. */
const scrolled = () => all("main, main *")
  .map((element, index) => [index, element.className, element.scrollLeft, element.scrollTop, element])
  .filter(([, , left, top, element]) => (left || top) && !element.matches(".weeks"))
  .map((found) => found.slice(0, 4));

const focused = () => {
  const active = document.activeElement;
  const block = active?.closest(editable);
  if (block) return { uid: block.dataset.uid, start: block.dataset.start, end: block.dataset.end };
  const at = all(".actions .edits").indexOf(active);
  return at < 0 ? { date: active?.closest("[data-date]")?.dataset.date } : { button: at };
};

/** Whether an earlier view is still being brought back. */
let isComing = false;
const keep = () => {
  if (isComing && !aim) return;
  const { pathname: path } = new URL(next ?? location.href);
  const view = { path, aim: aim ?? focused(), scrolled: [] };
  // Another page, as after an event is deleted, opens as it does.
  if (!next || aim.button !== undefined) {
    Object.assign(view, { anchor: anchor(), left: scrollX, scrolled: scrolled() });
    if (!body.matches(".endless")) view.top = scrollY;
  }
  sessionStorage.setItem(store, JSON.stringify(view));
};
const reload = () => {
  keep();
  if (next) location.replace(next);
  else location.reload();
};
document.addEventListener("busylife:reload", (event) => {
  event.preventDefault();
  // What is being written is not lost; it is compared with the file when it is saved.
  if (one("#event-form[open]")) isDue = true;
  else reload();
});

const isSeen = (element) => {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width && bottom > 0 && top < innerHeight;
};
const focus = ({ uid, start, end, date, button: at }) => {
  const blocks = uid ? blocksOf(uid, { start, end }).filter((block) => block.matches(editable)) : [];
  const isFocused = (block) => {
    block.focus({ preventScroll: true });
    return document.activeElement === block;
  };
  // One in sight comes first; what is hidden can't have the focus.
  if ([...blocks.filter(isSeen), ...blocks].some(isFocused)) return;
  if (at !== undefined) all(".actions .edits")[at]?.focus({ preventScroll: true });
  else if (date) busylife.focus(date);
};

const place = ({ anchor, left, top, scrolled }) => {
  const elements = all("main, main *");
  for (const [index, name, left, top] of scrolled)
    if (elements[index]?.className === name) elements[index].scrollTo({ left, top, behavior: "instant" });
  if (top !== undefined) return scrollTo({ left, top, behavior: "instant" });
  const day = anchor && days().find((day) => `${nameOf(day)}` === `${anchor.day}`);
  const by = day ? day.getBoundingClientRect().top - anchor.top : 0;
  if (Math.abs(by) >= 1) document.scrollingElement.scrollBy({ top: by, behavior: "instant" });
};

/** Brings the view back once the page's own scripts have opened it, unless the reader is quicker. */
const restore = async () => {
  const view = JSON.parse(sessionStorage.getItem(store));
  if (view?.path !== location.pathname) return sessionStorage.removeItem(store);
  isComing = true;
  const taken = new AbortController();
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
    addEventListener(type, () => taken.abort(), { once: true, capture: true, signal: taken.signal });
  const end = performance.now() + patience;
  const frame = () => new Promise(requestAnimationFrame);
  while (body.dataset.scripts !== "ready" && performance.now() < end) await frame();
  // The lists of a front page come to rest after some frames.
  for (let number = 0; number < 12 && !taken.signal.aborted; number++) {
    place(view);
    await frame();
  }
  if (!taken.signal.aborted) focus(view.aim);
  taken.abort();
  sessionStorage.removeItem(store);
  isComing = false;
};

if (body.dataset.view !== "embed") {
  sheet();
  dressPage();
  dressBar();
  document.addEventListener("busylife:refresh", dressPage);
  new MutationObserver(dressBar).observe(body, { attributeFilter: ["data-timeline"] });
  // A card is put at the end each time it is shown.
  new MutationObserver(dressCard).observe(one("main"), { childList: true });
  one("#help dl")?.append(...[[words.editKeys, words.editText], [words.deleteKeys, words.deleteText]]
    .map(([keys, text]) => make("div", {}, make("dt", { textContent: keys }), make("dd", { textContent: text }))));
  restore();
  if (sessionStorage.getItem("busylife:saved")) {
    Promise.all([import("./edits.js"), style("moving.css")])
      .then(([{ restore }]) => restore(async () => {}));
  }
  body.dataset.editing = "ready";
}
