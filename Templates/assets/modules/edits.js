// Under `busylife-gen serve --edit`, a change is written back to its source file, and can be undone (timeline.js and
// form.js ask for it). The server runs on this machine; its token is in the page, which no other site can read.

import { say } from "./frame.js";
import { button, make, one } from "./make.js";
import { zone } from "./pages.js";
import { isDate } from "./places.js";
import { words } from "./put-words.js";
import { phrase } from "./words.js";

const store = "busylife:saved";
/** Removes the message without losing the focus. */
const clear = () => {
  const shown = one(".lift-toast");
  const hadFocus = shown?.contains(document.activeElement);
  shown?.remove();
  if (hadFocus) one("main").focus({ preventScroll: true });
};

/** A message stays until it is answered or replaced; only one is shown. */
const toast = (text, label, act) => {
  clear();
  const made = make("div", { className: "lift-toast", role: "region", ariaLabel: words.message }, make("p",
    { textContent: text }));
  if (act) made.append(button(label, act));
  made.append(button(words.close, clear));
  document.body.append(made);
  say(text);
};

/** Asks the server; rejects with the reason if it refuses. */
export const post = async (path, body) => {
  const response = await fetch(new URL(path, location.origin), {
    method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Busylife-Token": one('meta[name="busylife-edit"]').content },
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `${response.status}`);
  return answer;
};

/** Says why something was not saved. */
export const refuse = (title, error) => toast(phrase(words.notSaved, { title, why: error.message }));

/**
 * Says that something was saved or undone, and offers to undo that.
 * @param {{title: string, text?: string, file?: string, undo?: string, isUndone?: boolean}} saved `text` is said
 * instead of the usual
 */
export const offer = ({ title, text, file, undo, isUndone = false }, redraw = async () => {}) => {
  // The server reloads the page, and undoing must still be possible after that.
  sessionStorage.setItem(store, JSON.stringify({ title, text, file, undo, isUndone }));
  const said = isUndone ? phrase(words.undone, { title })
    : text ?? phrase(file ? words.savedIn : words.saved, { title, file });
  toast(said, isUndone ? words.redo : words.undo, undo && (async () => {
    try {
      const { undo: again } = await post("/-/undo", { undo });
      offer({ title, text, file, undo: again, isUndone: !isUndone }, redraw);
      await redraw();
    } catch (error) {
      refuse(title, error);
    }
  }));
};

/** Saves a change; if the server refuses, shows why and rejects. */
export const save = async (change, redraw) => {
  const { isNew, uid, title, recurrenceId = null, scope, start, end, was, calendar } = change;
  try {
    const answer = await post("/-/edit", {
      action: isNew ? "create" : "change", uid, recurrenceId, scope, start, end, allDay: isDate(start), calendar,
        zone: zone(), was,
      // Nothing here changes an event's title, and the page may show it differently from the file.
      title: isNew ? title : undefined,
    });
    offer({ title, file: answer.file, undo: answer.undo }, redraw);
  } catch (error) {
    refuse(title, error);
    throw error;
  }
  await redraw().catch(() => {});
};

/** Offers to undo what was saved before the page was reloaded. */
export const restore = (redraw) => {
  try { offer(JSON.parse(sessionStorage.getItem(store)), redraw) } catch {}
  sessionStorage.removeItem(store);
};
