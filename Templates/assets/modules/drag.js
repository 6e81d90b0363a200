// Presses and drags on a timeline, by mouse, touch and pen: a long press picks an event up, it follows the pointer, and
// near the top and the bottom of the viewport the page scrolls by itself.

import { make } from "./make.js";
import { day, dayAt, dayOf, hours, isList, laneAt, liftable, placeOf, timeAt, wallOf } from "./places.js";

/** How long a press must be held to pick up, in ms, and how far it may move meanwhile, in px. */
const hold = { mouse: 300, touch: 500, pen: 500 };
const slack = 8;
/** Automatic scrolling: the distance from an edge in px at which it begins; its greatest speed in px per second.
   Speed is proportional to the depth. */
export const zone = 72;
export const most = 1200;
/** The longest time between frames, in ms, that counts for scrolling: a late frame causes no jump. */
const longest = 50;

/** The speed in px per second for a pointer at y, between the edges of the visible part. */
export const speedAt = (y, top, bottom) => {
  const above = Math.min(Math.max(top + zone - y, 0), zone);
  const below = Math.min(Math.max(y - bottom + zone, 0), zone);
  return (below - above) / zone * most;
};

/**
 * @param {object} host `main` contains the sections and `scrolled` scrolls; `top()` and `bottom()` are the first and
 * the last visible px; `lifted()` is the event that was picked up, with its first `part`;
 * `lift({block, wall, isWhole, lane, y})` picks up an event or makes one at a time, which stays at y;
 * `show(wall, isStretched)` shows where it would land; `rest(hasMoved)` ends a drag; `leave(target)` handles a press
 * elsewhere, and returns whether it had no other effect
 */
export const drags = (host) => {
  /** Stays in the document while sections come and go, so it captures the pointer. */
  const layer = make("div", { className: "lift-layer" });
  const copy = make("div", { className: "lift-copy", hidden: true });
  layer.append(copy);
  layer.ariaHidden = "true";
  document.body.append(layer);

  let press;
  let drag;
  let isSwallowing = false;

  // ── The press ──────────────────────────────────────────────────────────────────────────────────

  const letGo = () => {
    clearTimeout(press?.timer);
    press = undefined;
  };

  const down = (event) => {
    if (event.button || !event.isPrimary || drag) return;
    const { target, pointerId: id, pointerType, clientX: x, clientY: y } = event;
    const part = target.closest("li.lifted");
    if (part) {
      event.preventDefault();
      // An event that is being put down can't be dragged.
      if (host.lifted()?.isBusy) return;
      const grip = target.closest(".grip");
      return begin({ id, x, y, mode: grip ? grip.dataset.edge : "move", target });
    }
    const block = target.closest(liftable);
    // An empty place among all-day events is one for a new one.
    const column = !block && target.matches(".timed, .band, .band > ul, .band > ul > li");
    if (!block && !column) return;
    press = { id, x, y, block, target, timer: setTimeout(held,
      (hold[pointerType] ?? hold.touch) - performance.now() + event.timeStamp) };
    // The element that a finger touched receives its events even after it is removed from the document.
    target.addEventListener("touchmove", still, { passive: false });
  };

  const held = () => {
    const { id, x, y, block, target } = press;
    letGo();
    isSwallowing = true;
    getSelection().removeAllRanges();
    const wasList = isList();
    const isWhole = !block && !!target.closest(".band");
    // In a day that is divided by calendars, a new event is one of the calendar that is pressed.
    const lane = !block && target.closest(".by-calendar") ? laneAt(target, x) : undefined;
    let wall;
    if (isWhole) wall = wallOf(target.closest("[data-date]").dataset.date);
    else if (!block) {
      // On a strip, the day runs from left to right.
      const box = target.getBoundingClientRect();
      const share = (document.dir === "rtl" ? box.right - x : x - box.left) / box.width;
      wall = wasList ? timeAt(x, box.top).wall + share * 1440 : timeAt(x, y).wall;
    }
    host.lift({ block, wall, isWhole, lane, y: wasList || isWhole ? undefined : y });
    navigator.vibrate?.(8);
    // A list became a timeline, so the event is elsewhere now: the next press grabs it.
    if (!wasList) begin({ id, x, y, mode: "move", target });
  };

  // ── The drag ───────────────────────────────────────────────────────────────────────────────────

  const begin = ({ id, x, y, mode, target }) => {
    const lifted = host.lifted();
    const [start, end] = lifted.wall;
    // What is grabbed at the top of a day may be in the zone of automatic scrolling, which begins above that point.
    drag = { id, x, y, fromX: x, fromY: y, mode, rest: 0, wall: lifted.wall, isWhole: lifted.isWhole,
      top: Math.min(host.top(), y - zone), bottom: host.bottom(), last: performance.now() };
    if (lifted.isWhole) {
      // Its middle decides which day it is on, wherever it is held.
      const box = (target.closest(".event, li.lifted") ?? lifted.part ?? target).getBoundingClientRect();
      const off = [box.left + box.width / 2 - x, box.top + box.height / 2 - y];
      const from = mode === "end" ? end - day : start;
      Object.assign(drag, { box, off, grab: dayAt(x + off[0], y + off[1]) - from });
    } else grasp(lifted);
    target.addEventListener("touchmove", still, { passive: false });
    try { layer.setPointerCapture(id) } catch {}
    layer.classList.add("busy");
    drag.frame = requestAnimationFrame(frame);
  };

  /** The point of a timed event that is held. */
  const grasp = ({ wall: [start, end], part }) => {
    const { x, y, mode } = drag;
    const here = timeAt(x, y);
    const scale = here.box.height / 1440;
    // The offset of the pointer in the dragged event, in px of the content: it is independent of scrolling.
    const edge = mode === "end" ? end : start;
    // An event that began on an earlier day is held in the day under the pointer.
    const isHere = mode !== "move" || start >= dayOf(here.wall);
    const grab = y - ((isHere ? placeOf(edge, mode === "end") : undefined) ?? y - (here.wall - edge) * scale);
    const box = (part ?? here.column).getBoundingClientRect();
    Object.assign(drag, { grab, box, isHere, scale, away: here.wall - start });
  };

  const move = (event) => {
    if (press?.id === event.pointerId && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slack) letGo();
    if (drag?.id !== event.pointerId) return;
    Object.assign(drag, { x: event.clientX, y: event.clientY,
      isFine: event.altKey || event.shiftKey || event.ctrlKey });
    if (!drag.hasMoved && Math.hypot(drag.x - drag.fromX, drag.y - drag.fromY) < 3) return;
    if (!drag.hasMoved) {
      drag.hasMoved = true;
      const shown = host.lifted().part?.querySelector(".event").cloneNode(true) ?? "";
      copy.replaceChildren(drag.isWhole ? make("div", { className: "band" }, shown) : shown);
      copy.classList.toggle("one", !!timeAt(drag.x, drag.y).column.closest(".one"));
      // All-day events that are being resized show it themselves.
      copy.hidden = drag.isWhole && drag.mode !== "move";
    }
    follow();
  };

  /** The loop: scrolls, and then moves things to the pointer. */
  const frame = (now) => {
    drag.frame = requestAnimationFrame(frame);
    const elapsed = Math.min(Math.max(now - drag.last, 0), longest);
    drag.last = now;
    const speed = drag.hasMoved ? speedAt(drag.y, drag.top, drag.bottom) : 0;
    drag.rest = speed && drag.rest + speed * elapsed / 1000;
    const step = Math.trunc(drag.rest);
    drag.rest -= step;
    if (step) host.scrolled.scrollBy({ top: step, behavior: "instant" });
    if (speed) document.dispatchEvent(new CustomEvent("busylife:autoscroll", { detail: { speed, elapsed, step } }));
    if (drag.hasMoved) follow();
  };

  const put = (left, top, width, height) => {
    copy.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  };

  const follow = () => {
    const { x, y, mode, grab, box, scale } = drag;
    const [start, end] = drag.wall;
    if (drag.isWhole) {
      const at = dayAt(x + drag.off[0], y + drag.off[1]) - grab;
      put(box.left + x - drag.fromX, box.top + y - drag.fromY, box.width, box.height);
      return host.show(mode === "move" ? [at, at + end - start] : mode === "start" ? [Math.min(at, end - day), end]
        : [start, Math.max(at, start) + day], mode !== "move");
    }
    const step = drag.isFine ? 5 : 15;
    const snap = (wall) => Math.round(wall / step) * step;
    let wall;
    let from;
    let to;
    if (mode === "move") {
      const { length } = host.lifted();
      const at = snap(drag.isHere ? timeAt(x, y - grab).wall : timeAt(x, y).wall - drag.away);
      wall = [at, at + length];
      from = y - grab;
      to = from + Math.max(length, 20) * scale;
    } else {
      const at = snap(timeAt(x, y - grab).wall);
      wall = mode === "start" ? [Math.min(at, end - step), end] : [start, Math.max(at, start + step)];
      // The other end may be far out of sight.
      from = mode === "start" ? y - grab : placeOf(start) ?? -200;
      to = mode === "start" ? placeOf(end, true) ?? innerHeight + 200 : y - grab;
    }
    const isWide = !timeAt(x, y).column.closest(".week");
    const left = isWide || mode !== "move" ? box.left : box.left + x - drag.fromX;
    put(left, from, box.width, Math.max(to - from, 12));
    host.show(wall, mode !== "move");
    const time = copy.querySelector("time");
    if (time) time.textContent = hours(wall);
  };

  const up = (event) => {
    letGo();
    if (drag?.id !== event.pointerId) return;
    const { hasMoved } = drag;
    isSwallowing = true;
    stop();
    host.rest(hasMoved);
  };

  /** Ends a drag at its present position. */
  const stop = () => {
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    try { layer.releasePointerCapture(drag.id) } catch {}
    layer.classList.remove("busy");
    copy.hidden = true;
    drag = undefined;
  };

  // ── Preventing default actions of browsers ───────────────────────────────────────────────────────

  /** A dragging finger does not scroll; otherwise scrolling works as usual. */
  const still = (event) => { if (drag && event.cancelable) event.preventDefault() };
  const refuse = (event) => { if (drag || isSwallowing && event.type !== "contextmenu") event.preventDefault() };

  addEventListener("pointerdown", () => { isSwallowing = false }, true);
  host.main.addEventListener("pointerdown", down);
  host.main.addEventListener("touchmove", still, { passive: false });
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel",
    (event) => { if (drag?.id === event.pointerId || press?.id === event.pointerId) up(event) });
  for (const type of ["dragstart", "selectstart"]) host.main.addEventListener(type, refuse);
  // A long press opens a context menu, a little before or after it picks up the event.
  host.main.addEventListener("contextmenu", (event) => {
    if (!press && !drag || event.pointerType === "mouse") return;
    event.preventDefault();
    if (press) held();
  });
  // The click that ends a drag must not follow a link; a click elsewhere puts the event down.
  addEventListener("click", (event) => {
    // A click without a pointer comes from a key.
    if (event.detail && (isSwallowing || host.lifted() && host.leave(event.target))) {
      event.preventDefault();
      event.stopPropagation();
    }
    isSwallowing = false;
  }, true);

  /** Whether the parts drawn in the days only show where the copy would land. */
  const isLanding = () => !!drag && !(drag.isWhole && drag.mode !== "move");

  return { down, stop, isLanding };
};
