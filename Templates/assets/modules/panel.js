// The panel: calendars, including the reader's own, free time, and the footer of the page.

import { make, one, style } from "./make.js";
import { words } from "./panel-words.js";
import { isEnglish } from "./pages.js";
import { phrase, words as common } from "./words.js";

/**
 * Makes the dialog from parts of the page. Called once, on endless pages.
 * @param {object} own the module of the reader's own calendars
 * @returns {{open: () => void, invite: (isOver: boolean) => void, read: (files: File[]) => Promise<void>}} `open`
 * opens it; `invite` shows that a dragged file may be dropped; `read` reads calendars, and opens it if one can't be
 * read
 */
export const panel = (own) => {
  // It has the focus first: the field for the zone would open its list.
  const title = make("h2", { id: "panel-title", textContent: common.options, tabIndex: -1, autofocus: true });
  const close = make("button", { type: "button", className: "button", textContent: common.close });
  const dialog = make("dialog", { id: "panel" });
  // They scroll; the button below them stays.
  const parts = make("div");
  dialog.setAttribute("aria-labelledby", title.id);
  const open = () => {
    borrow();
    dialog.showModal();
    // Few readers need it, so it is loaded when the panel is first opened.
    free ??= import("./free.js")
      .then(({ freeTime }) => one(".own", dialog).after(freeTime()), () => { free = undefined });
    read ??= Promise.all([import("./reading.js"), style("reading.css")])
      .then(([{ reading }]) => one(".own", dialog).before(reading()), () => { read = undefined });
  };
  let free;
  let read;
  close.addEventListener("click", () => dialog.close());
  // A click outside closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close() });

  const input = make("input", {
    type: "file", accept: ".ics,.ical,.ifb,text/calendar", multiple: true, className: "vh", id: "own-file",
  });
  const choose = make("label", { className: "button", htmlFor: input.id, textContent: words.choose });
  const list = make("ul", { className: "own-calendars" });
  const state = make("p", { role: "status", className: "own-state" });
  const draw = () => list.replaceChildren(...own.all().map(({ id, name, text, problems }) => {
    const remove = make("button", {
      type: "button", className: "button", textContent: "×", ariaLabel: phrase(words.remove, { name }),
    });
    remove.addEventListener("click", async () => {
      await own.remove(id);
      draw();
      input.focus();
    });
    const item = make("li", {}, make("span", { textContent: name }), remove);
    if (problems.length) {
      // Messages of the engine are English: readers of other languages see the line that it does not understand.
      const written = isEnglish ? undefined : text.split(/\r\n?|\n/);
      const lines = problems.map(({ line, message }) => make("li", { dir: "auto",
        textContent: phrase(words.problem, { line, message: written ? written[line - 1] ?? "" : message }) }));
      const summary = make("summary", { textContent: phrase(words.problems, { count: problems.length }) });
      item.append(make("details", {}, summary, make("ul", {}, ...lines)));
    }
    return item;
  }));
  const take = async (files) => {
    for (const file of files) {
      try {
        const { name, isKept } = await own.add(file);
        state.textContent = phrase(isKept ? words.added : words.tooLarge, { name });
      } catch (error) {
        state.textContent = `${file.name}: ${error.message}`;
        if (!dialog.open) open();
      }
    }
    draw();
  };
  input.addEventListener("change", async () => {
    await take([...input.files]);
    input.value = "";
  });

  /** Elements that are elsewhere on the page while the dialog is closed, and where they go in it: all of the foot, and
      of the head what has no room there. */
  const after = (element) => title.after(element);
  const borrowed = { "footer.site": (foot) => parts.append(foot), ".levels": after, ".legend": after,
    "header.site .zone-box": after, "header.site .search": after,
    "header.site .languages": (languages) => one("footer.site", dialog).before(languages) };
  const places = new Map();
  const borrow = () => {
    for (const [selector, put] of Object.entries(borrowed)) {
      const element = one(selector);
      if (!element || dialog.contains(element) && places.has(selector)) continue;
      if (selector.startsWith("header") && element.checkVisibility()) continue;
      const place = document.createComment("");
      element.replaceWith(place);
      places.set(selector, place);
      put(element);
    }
  };
  dialog.addEventListener("close", () => {
    // The list of calendars may have been replaced, or be the first one.
    for (const selector of Object.keys(borrowed)) {
      const element = one(selector.split(" ").at(-1), dialog);
      if (!element) continue;
      const place = places.get(selector);
      place ? place.replaceWith(element) : one("footer.site").prepend(element);
    }
    places.clear();
  });

  const drop = make("p", { className: "drop", textContent: words.drop, hidden: true });
  parts.append(
    title,
    make("section", { className: "own" },
      make("h3", { textContent: words.ownCalendar }), make("p", { textContent: words.ownCalendarText }),
      list, input, choose, state),
  );
  dialog.append(parts, close);
  document.body.append(dialog, drop);
  draw();
  return { open, read: take, invite: (isOver) => { drop.hidden = !isOver } };
};
