// Presses and drags on a timeline, by mouse, touch and pen: what is held for a while is lifted; what is lifted follows
// the pointer, and near the top and the bottom of the view the days come to meet it.

import { make } from "./make.js";
import { dayOf, hours, isList, placeOf, timeAt } from "./places.js";

/** How long a press is held before it lifts, in ms, and how far it may slip meanwhile, in px. */
const hold = { mouse: 300, touch: 500, pen: 500 };
const slack = 8;
/** The law of scrolling: within so many px of an edge, at most so many px a second, in proportion to the depth. */
export const zone = 72;
export const most = 1200;
/** A frame that is late scrolls as if it were not, in ms: nothing jumps. */
const longest = 50;

/** The speed in px a second for a pointer at y, between the edges of what is seen. */
export const speedAt = (y, top, bottom) => {
  const above = Math.min(Math.max(top + zone - y, 0), zone);
  const below = Math.min(Math.max(y - bottom + zone, 0), zone);
  return (below - above) / zone * most;
};

/**
 * @param {object} host
 * @param {Element} host.main what holds the sections
 * @param {() => number} host.top the first px that is seen of them
 * @param {() => number} host.bottom the last
 * @param {Element} host.scrolled what scrolls
 * @param {() => object?} host.lifted what is lifted: its `wall` and `length` in minutes, and its first `part`
 * @param {(target: {block?: Element, wall?: number, y?: number}) => void} host.lift lifts an event, or makes one at a time,
 *   which is kept at y
 * @param {(wall: [number, number], isStretched: boolean) => void} host.show shows where it would be put
 * @param {(hasMoved: boolean) => void} host.rest the drag has ended
 * @param {(target: Element) => boolean} host.leave a press beside what is lifted; whether it meant just that
 */
export const drags = (host) => {
  /** Stays where sections come and go, so it is what holds the pointer. */
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
      // What is being put down stays where it is.
      if (host.lifted()?.isBusy) return;
      const grip = target.closest(".grip");
      return begin({ id, x, y, mode: grip ? grip.dataset.edge : "move", target });
    }
    const block = target.closest(".timed .event[data-uid][data-start]");
    const column = !block && target.matches(".timed") && target;
    if (!block && !column) return;
    press = { id, x, y, block, target, timer: setTimeout(held,
      (hold[pointerType] ?? hold.touch) - performance.now() + event.timeStamp) };
    // The node that a finger came down on hears of it even when it is taken out of the document.
    target.addEventListener("touchmove", still, { passive: false });
  };

  const held = () => {
    const { id, x, y, block, target } = press;
    letGo();
    isSwallowing = true;
    getSelection().removeAllRanges();
    const wasList = isList();
    let wall;
    if (!block) {
      // On a strip the day lies from left to right.
      const box = target.getBoundingClientRect();
      const share = (document.dir === "rtl" ? box.right - x : x - box.left) / box.width;
      wall = wasList ? timeAt(x, box.top).wall + share * 1440 : timeAt(x, y).wall;
    }
    host.lift({ block, wall, y: wasList ? undefined : y });
    navigator.vibrate?.(8);
    // A list becomes a timeline, where the event is elsewhere: the next press takes hold of it.
    if (!wasList) begin({ id, x, y, mode: "move", target });
  };

  // ── The drag ───────────────────────────────────────────────────────────────────────────────────

  const begin = ({ id, x, y, mode, target }) => {
    const lifted = host.lifted();
    const [start, end] = lifted.wall;
    const here = timeAt(x, y);
    const scale = here.box.height / 1440;
    // The hold on what is dragged, in px of the content: it stays whatever scrolls.
    const edge = mode === "end" ? end : start;
    // What began on an earlier day is held by the day that the pointer is in.
    const isHere = mode !== "move" || start >= dayOf(here.wall);
    const grab = y - ((isHere ? placeOf(edge, mode === "end") : undefined) ?? y - (here.wall - edge) * scale);
    const box = (lifted.part ?? here.column).getBoundingClientRect();
    drag = { id, x, y, fromX: x, fromY: y, mode, grab, box, isHere, scale, rest: 0, wall: lifted.wall,
      away: here.wall - start, top: host.top(), bottom: host.bottom() };
    drag.last = performance.now();
    target.addEventListener("touchmove", still, { passive: false });
    try { layer.setPointerCapture(id) } catch {}
    layer.classList.add("busy");
    drag.frame = requestAnimationFrame(frame);
  };

  const move = (event) => {
    if (press?.id === event.pointerId && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slack) letGo();
    if (drag?.id !== event.pointerId) return;
    Object.assign(drag, { x: event.clientX, y: event.clientY,
      isFine: event.altKey || event.shiftKey || event.ctrlKey });
    if (!drag.hasMoved && Math.hypot(drag.x - drag.fromX, drag.y - drag.fromY) < 3) return;
    if (!drag.hasMoved) {
      drag.hasMoved = true;
      copy.replaceChildren(...[...host.lifted().part?.querySelectorAll(".event") ?? []].map((node) => node.cloneNode(true)));
      copy.classList.toggle("one", !!timeAt(drag.x, drag.y).column.closest(".one"));
      copy.hidden = false;
    }
    follow();
  };

  /** One loop: it scrolls by the law, and then puts things where the pointer is. */
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

  const follow = () => {
    const { x, y, mode, grab, box, scale } = drag;
    const [start, end] = drag.wall;
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
    copy.style.cssText = `left:${left}px;top:${from}px;width:${box.width}px;height:${Math.max(to - from, 12)}px`;
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

  /** Ends a drag where it is. */
  const stop = () => {
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    try { layer.releasePointerCapture(drag.id) } catch {}
    layer.classList.remove("busy");
    copy.hidden = true;
    drag = undefined;
  };

  // ── What browsers would do meanwhile ─────────────────────────────────────────────────────────────

  /** A finger that drags does not scroll. Where nothing is dragged it does, as ever. */
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
  // A long press of a finger brings up a menu, a little before or after it lifts.
  host.main.addEventListener("contextmenu", (event) => {
    if (!press && !drag || event.pointerType === "mouse") return;
    event.preventDefault();
    if (press) held();
  });
  // The click that ends a drag follows no link; one beside what is lifted puts it down.
  addEventListener("click", (event) => {
    // One without a pointer is a key's.
    if (event.detail && (isSwallowing || host.lifted() && host.leave(event.target))) {
      event.preventDefault();
      event.stopPropagation();
    }
    isSwallowing = false;
  }, true);

  return { down, stop, isDragging: () => !!drag };
};
