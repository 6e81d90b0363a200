// What helps to read, each part loaded when it is first needed: cards of events, cells that show more, rows of what is
// left when calendars are hidden, folded hours; and the search behind its link. Keys are in site.js.

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

const meet = (event) => {
  if (!loaded.cards && !event.target.closest?.(":is(.month, .grid) .event[data-start]")) return;
  if (event.pointerType === "touch") return;
  part("cards").then(({ meet }) => meet(event), () => {});
};
for (const type of ["pointerover", "focusin"]) addEventListener(type, meet);
// An event may have the focus already, or the pointer on it: a pointer that is never moved was left there by chance.
meet({ type: "focusin", target: document.activeElement });
addEventListener("pointermove", meet, { once: true });

one("a.search")?.addEventListener("click", (event) => {
  // From the panel it leads to its page.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("dialog")) return;
  event.preventDefault();
  globalThis.busylife.ask({ key: "/" });
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
