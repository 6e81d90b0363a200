// What helps to read, each part loaded when it is first needed: cards of events, the dialog for a date, cells that show
// more, rows of what is left when calendars are hidden, folded hours; and the search.

import { settings } from "./liked.js";
import { one, style } from "./make.js";
import { isKept } from "./worker.js";

const loaded = {};
/** Loads a module and its style, once. */
const part = (name, sheet = "reading.css") => loaded[name] ??= Promise.all([import(`./${name}.js`), style(sheet)])
  .then(([module]) => module, (error) => {
    loaded[name] = undefined;
    throw error;
  });

for (const type of ["pointerover", "focusin"]) {
  addEventListener(type, (event) => {
    if (!loaded.cards && !event.target.closest?.(":is(.month, .grid) .event[data-start]")) return;
    if (type === "pointerover" && event.pointerType === "touch") return;
    part("cards").then(({ meet }) => meet(event), () => {});
  });
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "g"
    || event.target.closest("input, textarea, select, dialog, [contenteditable]")) return;
  event.preventDefault();
  part("jump").then(({ jump }) => jump(), () => {});
});

// ── Search ──────────────────────────────────────────────────────────────────────────────────────

/** Loads the search when the reader first asks for it: by the link in the head, or by the key "/". */
const search = (event) => {
  event.preventDefault();
  // What is typed before the box is there goes into it.
  let text = "";
  const hold = (typed) => {
    const isEnter = typed.key === "Enter";
    if (typed.key.length > 1 && !isEnter || typed.ctrlKey || typed.metaKey || typed.altKey) return;
    if (!isEnter) text += typed.key;
    else if (!typed.repeat) text += "\n";
    typed.preventDefault();
    typed.stopImmediatePropagation();
  };
  addEventListener("keydown", hold, true);
  const kept = () => {
    removeEventListener("keydown", hold, true);
    return text;
  };
  import("./search.js").then(({ open }) => open(kept)).catch(() => {
    kept();
    location.href = one("a.search").href;
  });
};
one("a.search")?.addEventListener("click", (event) => {
  // From the panel it leads to its page.
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.target.closest("dialog")) search(event);
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && one("a.search") && !event.ctrlKey && !event.metaKey && !event.altKey
    && !event.target.closest("input, textarea, select, dialog, [contenteditable]")) search(event);
});

/** Loads a part once the page has what it is for. */
const wait = (name, sheet, isWanted) => {
  let isBegun = false;
  const look = () => {
    if (isBegun || !isWanted()) return undefined;
    isBegun = true;
    return part(name, sheet).then((module) => module[name](), () => { isBegun = false });
  };
  for (const type of ["sectionadded", "refresh", "fold", "filter"]) document.addEventListener(`busylife:${type}`, look);
  return look();
};
/** Settles when the page has what it is to have from the beginning. */
export const begun = Promise.all([
  wait("cells", "reading.css", () => one(".month [data-over]")),
  wait("filtered", "reading.css", () => globalThis.busylife.hidden().length && one(".month .event, .grid.week")),
  wait("folds", "folds.css", () => one(settings().fold ? "main .grid:not(.glass)" : "main .grid.quiet:not(.glass)")),
]);
begun.then(() => { document.body.dataset.extras = "ready" });

// A worker of an earlier build, where the site has none any more.
if (!isKept && navigator.serviceWorker?.controller) import("./offline-off.js").catch(() => {});
