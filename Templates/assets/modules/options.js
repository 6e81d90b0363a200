// The button for options, which replace the footer on endless pages. Few readers need them: the panel is loaded when
// the button is pressed, or when a file is dragged over the page.

import { make, one, style } from "./make.js";
import { notice } from "./notice.js";
import { phrase, words } from "./words.js";

/**
 * Adds the button to the header. Called once.
 * @param {() => Promise<object>} calendars loads the module of the reader's own calendars
 */
export const options = (calendars) => {
  const button = make("button", { type: "button", className: "button icon options", title: words.options,
    ariaHasPopup: "dialog" });
  one(".views").before(button);

  let made;
  const panel = () => made ??= Promise.all([import("./panel.js"), calendars(), style("panel.css")])
    .then(([{ panel }, own]) => panel(own), (error) => {
      made = undefined;
      notice("failed", phrase(words.failed, { title: words.options }));
      throw error;
    });
  const ask = (act) => panel().then(act).catch(() => {});
  button.addEventListener("click", () => globalThis.busylife.hold(panel().then(({ open }) => open)));

  // A file may be dropped anywhere on the page.
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  let isOver = false;
  const invite = (isAbove) => {
    isOver = isAbove;
    ask(({ invite }) => invite(isOver));
  };
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (!isOver) invite(true);
  });
  addEventListener("dragleave", (event) => { if (isOver && !event.relatedTarget) invite(false) });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    invite(false);
    ask(({ read }) => read(files));
  });
};
