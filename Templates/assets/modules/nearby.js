// Loads the timeline's scripts when the reader approaches one: only days and weeks have a timeline on which events can
// be moved.

import { one, style } from "./make.js";
import { root } from "./pages.js";
import { liftable } from "./places.js";

const { sections } = globalThis.busylife.dates;
const { busylife } = globalThis;

/**
 * Enables moving, resizing and creating events, once the reader approaches one.
 * @param {{scroller: () => Scroller, edge: () => number, redraw: () => Promise<void>}} page what the timeline needs
 */
export const moveEvents = ({ scroller, edge, redraw }) => {
  const { body } = document;
  const { view } = body.dataset;
  /** Loads the section of a day into the document. */
  const reach = async (date) => {
    const section = sections(date)[view];
    const path = `${view}/${section}.html`;
    if (!scroller().leafOf(path)) await scroller().show(path, busylife.isPublished(view, section));
  };
  // Days of few sites are divided into columns.
  let divided;
  const divide = () => {
    if (!divided && one(".rooms")) divided = import("./rooms.js").then(({ rooms }) => rooms(), () => {});
  };
  document.addEventListener("busylife:sectionadded", divide);
  divide();
  // A gesture can be kept from scrolling only if a non-passive listener existed when it began.
  one("main").addEventListener("touchmove", () => {}, { passive: false });
  let pressed;
  addEventListener("pointerdown", (event) => { pressed = event }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => { pressed = undefined }, true);
  const heard = new AbortController();
  let isAwaited = false;
  const come = async (event) => {
    const { type, target, key } = event;
    const isKey = type === "keydown";
    const isPlain = isKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    const lifts = isPlain && key === "Enter" && !event.shiftKey && target.matches(liftable);
    const makes = isPlain && (key === "n" || key === "N");
    const isNear = isKey
      ? (lifts || makes) && !target.closest("input, select, dialog") : target?.closest?.(".timed, .band");
    if (type && !isNear) return;
    if (lifts) {
      // The first Enter picks up, even if the scripts are still loading; a second one opens the event's page.
      if (isAwaited) return;
      isAwaited = true;
      event.preventDefault();
    }
    const [{ timeline }] = await Promise.all([import("./timeline.js"), style("moving.css")]).catch((error) => {
      if (lifts) location.assign(target.href);
      throw error;
    });
    if (!heard.signal.aborted) {
      heard.abort();
      timeline({ scroller, edge, reach, redraw, pressed });
    }
    // A key pressed while the scripts were loading has not been handled yet.
    if (isKey) {
      const { shiftKey } = event;
      target.dispatchEvent(new KeyboardEvent(type, { key, shiftKey, bubbles: true, cancelable: true }));
    }
    body.dataset.timeline = "ready";
  };
  for (const type of ["pointerover", "pointerdown", "focusin", "keydown"])
    addEventListener(type, (event) => come(event).catch(() => {}), heard);
  try {
    // Shows proposals of an earlier visit, and what has just been saved.
    if (sessionStorage.getItem("busylife:saved") || localStorage.getItem(`busylife:proposals:${root.pathname}`))
      come({}).catch(() => {});
  } catch {}
};
