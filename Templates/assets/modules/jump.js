// Goes to any date: a dialog with the browser's own field, opened by G. What was not published is drawn by the engine.

import { make, style } from "./make.js";
import { words } from "./reading-words.js";
import { words as common } from "./words.js";

const { busylife } = globalThis;

/** Shows a date in the view of the page, or on its day. */
const go = (date) => {
  const { view } = document.body.dataset;
  if (view === "today") {
    location.hash = `#d${date}`;
    return;
  }
  const href = busylife.hrefOf(view in busylife.dates.sections(date) ? view : "day", date);
  const event = new CustomEvent("busylife:wantday", { cancelable: true, detail: { date, href, step: 0 } });
  if (document.dispatchEvent(event)) location.href = href;
};

/** Gives what opens the dialog. */
export const ready = () => style("reading.css").then(() => open);

let dialog;
const open = () => {
  if (!dialog) {
    const title = make("h2", { id: "jump-title", textContent: words.goTo });
    const field = make("input", { type: "date", ariaLabel: words.goTo, min: "0001-01-01", max: "9999-12-31" });
    const done = () => {
      if (!field.value) return field.focus();
      dialog.close();
      go(field.value);
    };
    const button = make("button", { type: "button", className: "button main", textContent: words.go });
    const close = make("button", { type: "button", className: "button", textContent: common.close });
    button.addEventListener("click", done);
    close.addEventListener("click", () => dialog.close());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      done();
    });
    dialog = make("dialog", { id: "jump" }, title, make("p", {}, field), button, " ", close);
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close() });
    document.body.append(dialog);
  }
  const field = dialog.querySelector("input");
  field.value = document.activeElement?.closest("[data-date]")?.dataset.date ?? busylife.selected() ?? busylife.today();
  dialog.showModal();
  field.focus();
};
