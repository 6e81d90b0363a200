// Loads the timeline's scripts when the reader approaches one: only days and weeks have a timeline on which events can
// be moved.

import { one, style } from "./make.js";
import { root } from "./pages.js";
import { liftable } from "./places.js";

const { busylife } = globalThis;

let begin;
const begun = new Promise((resolve) => { begin = resolve });

/** Gives what makes an event: the timeline's own key, once its scripts are there. */
export const ready = async (event) => {
  const load = await begun;
  await load();
  return () => busylife.press(event);
};

/**
 * Enables moving, resizing and creating events, once the reader approaches one.
 * @param {{scroller: () => Scroller, edge: () => number, redraw: () => Promise<void>}} page what the timeline needs
 */
export const moveEvents = ({ scroller, edge, redraw }) => {
  const { body } = document;
  const { view } = body.dataset;
  /** Loads the section of a day into the document. */
  const reach = async (date) => {
    const section = busylife.dates.sections(date)[view];
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
  let loading;
  const load = () => loading ??= Promise.all([import("./timeline.js"), style("moving.css")]).then(([{ timeline }]) => {
    heard.abort();
    timeline({ scroller, edge, reach, redraw, pressed });
    body.dataset.timeline = "ready";
  }, (error) => {
    loading = undefined;
    throw error;
  });
  begin(load);
  const come = async (event) => {
    const { type, target } = event;
    if (type !== "keydown") {
      if (target.closest?.(".timed, .band")) await load();
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      && target.matches(liftable)) {
      // The first Enter picks up, even if the scripts are still loading; a second one opens the event's page.
      event.preventDefault();
      busylife.hold(load().then(() => () => busylife.press(event)), () => location.assign(target.href));
    }
  };
  for (const type of ["pointerover", "pointerdown", "focusin", "keydown"])
    addEventListener(type, (event) => come(event).catch(() => {}), heard);
  try {
    // Shows proposals of an earlier visit, and what has just been saved.
    if (sessionStorage.getItem("busylife:saved") || localStorage.getItem(`busylife:proposals:${root.pathname}`))
      load().catch(() => {});
  } catch {}
};
