// Events of day and week pages are picked up, moved and resized, and new ones made: by pointer (drag.js), by keys, and
// by input fields. The result is a proposal (proposals.js), or under `serve --edit` a change (edits.js).

import { drags } from "./drag.js";
import { say } from "./frame.js";
import { all, button, make, one } from "./make.js";
import {
  blocksOf, columnOf, dateOf, day, dayOf, hours, isDate, laneOf, lay, liftable, nthOf, placeOf, spoken, take, textOf,
  wallOf,
} from "./places.js";
import { root } from "./pages.js";
import { words } from "./timeline-words.js";
import { phrase } from "./words.js";

const main = one("main");
/**
 * Starts the timeline. Called once, on an endless page of days or weeks.
 * @param {{scroller: () => object, edge: () => number, reach: (date: string) => Promise<void>, redraw: () =>
 * Promise<void>, pressed?: PointerEvent}} host `pressed` is the press that is being held, if any
 */
export const timeline = ({ scroller, edge, reach, redraw, pressed }) => {
  /** The picked-up event. `wall` is its shown time, `first` the original one; both in minutes of wall time. */
  let lifted;
  /** Its drawn parts, by date. */
  let parts = new Map();

  // ── Appearance ─────────────────────────────────────────────────────────────────────────────────

  const hint = make("p", { id: "lift-hint", hidden: true, textContent: words.hint });
  const title = make("input", { type: "text", className: "lift-title", placeholder: words.untitled,
    ariaLabel: words.title, maxLength: 200 });
  title.addEventListener("input", () => {
    lifted.title = title.value;
    draw();
  });
  const name = make("strong", { dir: "auto" });
  const when = make("span", { className: "lift-when" });
  const keys = make("p", { id: "lift-keys", className: "vh" });
  // With this role, arrow keys reach the event and not the screen reader.
  const hand = make("div", { className: "lift-hand", tabIndex: 0, role: "application" }, name, when);
  hand.setAttribute("aria-describedby", keys.id);
  const field = (label, at) => {
    const input = make("input");
    input.addEventListener("change", () => {
      if (!input.value) return;
      const wall = [...lifted.wall];
      // The end of all-day events is shown inclusive and stored exclusive.
      wall[at] = wallOf(input.value) + (at && lifted.isWhole ? day : 0);
      if (!at) wall[1] += wall[0] - lifted.wall[0];
      if (wall[1] <= wall[0]) return fail(words.notAnEnd);
      show(wall, at === 1);
      bring();
    });
    return [input, make("label", {}, make("span", { textContent: label }), input)];
  };
  const [fromInput, fromField] = field(words.from, 0);
  const [toInput, toField] = field(words.to, 1);
  const times = make("details", { className: "lift-times" }, make("summary", { className: "button",
    textContent: words.times }), fromField, toField);
  const problem = make("p", { className: "lift-problem", role: "alert" });
  const open = button(words.open, () => { location.href = lifted.href });
  // If changes are saved, a new event needs a calendar.
  const isEdit = !!one('meta[name="busylife-edit"]');
  const calendar = make("select", { ariaLabel: words.calendar, hidden: true });
  const bar = make("div", { className: "lift-bar", role: "region", ariaLabel: words.lifted, hidden: true }, title,
    calendar, hand, keys, times, problem,
    make("div", { className: "lift-buttons" }, open, button(words.putBack, () => putBack()),
      button(words.putDown, () => putDown(), { className: "button main" })));
  document.body.append(hint, bar);

  const fail = (text) => { problem.textContent = text };

  const dress = (part, isFirst, isLast) => {
    part.className = `lifted${dragging.isLanding() ? " landing" : ""}`;
    let block = one(".event", part);
    if (!block) {
      block = make("div", { className: lifted.className },
        make("span", { className: "title", dir: "auto", lang: lifted.lang }), make("time"));
      part.append(block);
      for (const side of ["start", "end"]) {
        const grip = make("span", { className: `grip ${side}` });
        grip.dataset.edge = side;
        part.append(grip);
      }
      part.ariaHidden = "true";
    }
    one(".title", block).textContent = called();
    if (!lifted.isWhole) one("time", block).textContent = hours(lifted.wall);
    else {
      // Over the original, or below everything else: nothing moves to make room.
      const own = one(".lifting", part.parentNode)?.parentNode;
      part.style.top = own ? `${own.offsetTop}px` : "";
    }
    for (const [side, isThere] of [["start", isFirst], ["end", isLast]]) one(`.grip.${side}`, part).hidden = !isThere;
    block.classList.toggle("from", !isFirst);
    block.classList.toggle("on", !isLast);
  };

  const called = () => lifted.title || words.untitled;
  const draw = () => {
    if (!lifted) return;
    for (const block of blocksOf(lifted.uid, lifted.was, lifted.nth)) block.classList.add("lifting");
    lay(parts, lifted.wall, "lifted", dress, lifted.isWhole, lifted.lane);
    const text = told();
    name.textContent = called();
    name.hidden = lifted.isNew;
    name.lang = lifted.lang;
    when.textContent = text;
    hand.ariaLabel = `${called()}, ${text}`;
  };
  /** Fills the fields. Only if the times have changed: redrawing, when a section arrives, must keep what was typed. */
  const fill = () => {
    [fromInput.value, toInput.value] = lifted.isWhole ? [dateOf(lifted.wall[0]), dateOf(lifted.wall[1] - day)]
      : lifted.wall.map(textOf);
  };
  const told = () => spoken(lifted.wall, lifted.isWhole);

  const show = (wall, isStretched) => {
    const isSame = wall.join() === lifted.wall.join();
    lifted.isStretched ||= isStretched && !isSame;
    lifted.wall = wall;
    lifted.length = wall[1] - wall[0];
    fail("");
    fill();
    draw();
  };

  const isChanged = () => lifted.isNew || lifted.wall.join() !== lifted.first.join();

  // ── Picking up and putting down ────────────────────────────────────────────────────────────────

  /** Lists become timelines and folded nights unfold, or the reverse, with the relevant element kept in place. */
  const unfold = (isOn, anchor) => scroller().hold(anchor?.isConnected ? anchor : one(".leaf"),
    () => main.classList.toggle("editing", isOn));

  const lift = ({ block, wall, isWhole, lane, y }) => {
    if (lifted) putBack(true);
    if (block) {
      const { uid, start, end, calendar } = block.dataset;
      const label = one("span", block);
      const first = [wallOf(start), wallOf(end)];
      lifted = {
        uid, calendar, was: { start, end }, first, wall: first, isWhole: isDate(start),
        length: Math.round((Date.parse(end) - Date.parse(start)) / 60_000),
        title: label?.textContent ?? "", lang: label?.lang, href: block.href,
        nth: nthOf(block), lane: laneOf(block),
        className: block.className.replace(/\b(from|on|dimmed|lifting)\b/g, ""),
      };
      // A bar of what has times stands above the hours, and is put into them.
      if (!lifted.isWhole && !block.matches(".block")) lifted.className += " block";
    } else {
      const length = isWhole ? day : 60;
      const start = isWhole ? wall : Math.min(Math.floor(wall / 30) * 30, dayOf(wall) + day - length);
      const first = [start, start + length];
      lifted = { isNew: true, isWhole, lane, uid: "", title: "", first, wall: first, length,
        className: isWhole ? "event" : "event block" };
    }
    lifted.lang ||= document.documentElement.lang;
    title.hidden = !lifted.isNew;
    title.value = "";
    calendar.hidden = !isEdit || !lifted.isNew;
    calendar.replaceChildren(...all("[data-legend]").map((item) => make("option", { value: item.dataset.legend,
      textContent: item.textContent.trim(), selected: item.textContent.trim() === lane })));
    open.hidden = !lifted.href;
    keys.textContent = lifted.isWhole ? words.keysWhole : phrase(words.keys, { minutes: 15, fine: 5 });
    for (const input of [fromInput, toInput])
      Object.assign(input, lifted.isWhole ? { type: "date", step: 1 } : { type: "datetime-local", step: 300 });
    times.open = false;
    bar.hidden = false;
    fail("");
    fill();
    unfold(true, block ?? columnOf(dateOf(lifted.wall[0]))?.parentNode);
    // Restores what was under the finger before the night unfolded.
    if (y !== undefined && !block) document.scrollingElement.scrollBy({ top: placeOf(wall) - y, behavior: "instant" });
    draw();
    say(phrase(words.ready, { title: called(), when: told() }));
    hand.focus({ preventScroll: true });
  };

  const clear = () => {
    dragging.stop();
    const { uid, was, nth } = lifted;
    const blocks = blocksOf(uid, was, nth);
    for (const block of blocks) block.classList.remove("lifting");
    const anchor = blocks[0] ?? [...parts.values()][0]?.parentNode.parentNode;
    const hadFocus = bar.contains(document.activeElement);
    for (const part of parts.values()) take(part);
    parts = new Map();
    lifted = undefined;
    bar.hidden = true;
    bar.ariaBusy = null;
    unfold(false, anchor);
    if (hadFocus) (blocks[0] ?? main).focus({ preventScroll: true });
  };

  const putBack = (isQuiet = false) => {
    // A change that is being saved can only be undone.
    if (!lifted || lifted.isSent && !isQuiet) return;
    const text = phrase(words.back, { title: called() });
    clear();
    if (!isQuiet) say(text);
  };

  /** Puts it down: asks which instances are meant, then keeps or saves it. Until it is saved, Escape cancels. */
  const putDown = async () => {
    if (!lifted || lifted.isBusy) return;
    if (!isChanged()) return putBack();
    // The present state counts, even if it is put back and another is picked up before the engine has answered.
    const mine = lifted;
    const isMine = () => lifted === mine;
    mine.isBusy = true;
    bar.ariaBusy = "true";
    try {
      const { settled, ask } = await import("./settled.js");
      if (!isMine()) return;
      const change = await settled(mine.isNew ? { ...mine, calendar: calendar.value } : mine);
      if (!isMine()) return;
      if (change.recurrenceId && !(change.scope = await ask(change.title, isEdit)) || !isMine()) return;
      const kept = isEdit ? await import("./edits.js") : await proposals();
      if (!isMine()) return;
      if (!isEdit) kept.add(change);
      else {
        mine.isSent = true;
        await kept.save(change, redraw).finally(() => { if (isMine()) clear() });
      }
      if (isMine()) clear();
    } catch (error) {
      if (isMine()) fail(error.message);
    } finally {
      mine.isBusy = false;
      if (isMine()) bar.ariaBusy = null;
    }
  };

  let loading;
  const proposals = () => loading ??= import("./proposals.js").then(({ Proposals }) => new Proposals());

  // ── Pointers ───────────────────────────────────────────────────────────────────────────────────

  /** Where what is fixed at the lower edge begins: the foot, on a phone the views, and the bar of a lifted event. */
  const bottom = () => Math.min(...[one("footer.site"), one(".views"), bar]
    .filter((part) => part.checkVisibility() && getComputedStyle(part).position === "fixed")
    .map((part) => part.getBoundingClientRect().top));
  const dragging = drags({
    main, top: edge, bottom, scrolled: document.scrollingElement,
    lifted: () => lifted && { ...lifted, part: [...parts.values()].find((part) => part.isConnected) },
    lift, show,
    rest(hasMoved) {
      draw();
      if (hasMoved) say(told());
      else if (lifted.isNew) title.focus({ preventScroll: true });
    },
    leave(target) {
      if (bar.contains(target) || target.closest("dialog, li.lifted") || !main.contains(target)) return false;
      putDown();
      return true;
    },
  });

  // ── Keys ───────────────────────────────────────────────────────────────────────────────────────

  /** Scrolls the picked-up event into view: its start, or its end if that moves. */
  const bring = async (isEnd = false) => {
    const wall = lifted.wall[+isEnd];
    const date = dateOf(dayOf(isEnd ? wall - 1 : wall));
    if (!columnOf(date)) {
      await reach(date);
      if (!lifted) return;
      draw();
    }
    // Above all-day events is the day's heading, and above the hours of a week what lasts, too.
    const { isWhole } = lifted;
    const shown = columnOf(date)?.closest("[data-date]");
    const at = isWhole ? shown?.getBoundingClientRect().top : placeOf(wall, isEnd);
    const head = shown ? all(":scope > :is(h2, .band)", shown)
      .reduce((sum, part) => sum + (getComputedStyle(part).position === "sticky" && part.offsetHeight), 0) : 0;
    const [from, to] = [edge() + (isWhole ? 0 : head + 24), bottom() - 24];
    if (at === undefined) return;
    // As much of it as there is room for, but always its start.
    const foot = isWhole ? at + 144 : isEnd ? at : Math.max(at, placeOf(lifted.wall[1], true) ?? at);
    const by = at < from ? at - from : foot > to ? Math.min(foot - to, at - from) : 0;
    if (by) document.scrollingElement.scrollBy({ top: by, behavior: "instant" });
  };

  /** The next time on a grid of minutes. */
  const next = (wall, way, step) => way > 0
    ? Math.floor(wall / step) * step + step : Math.ceil(wall / step) * step - step;

  const nudge = (key, isStretching, step) => {
    const isUpright = key === "ArrowUp" || key === "ArrowDown";
    let way = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    if (!isUpright && document.dir === "rtl") way = -way;
    const [start, end] = lifted.wall;
    const by = way * day;
    if (lifted.isWhole) {
      show(!isStretching ? [start + by, end + by] : isUpright ? [start, Math.max(end + by, start + day)]
        : [Math.min(start + by, end - day), end], isStretching);
    } else if (!isStretching) {
      const at = isUpright ? next(start, way, step) : start + by;
      show([at, at + lifted.length], false);
    } else if (isUpright) show([start, Math.max(next(end, way, step), start + step)], true);
    else show([Math.min(next(start, way, step), end - step), end], true);
    bring(isStretching && isUpright);
    say(told());
  };

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || one("dialog[open]")) return;
    const { target, key } = event;
    let isDone = true;
    if (lifted) {
      // Other keys belong to the focused element: links, lists, other fields.
      const isHand = target === hand || target === main || target === document.body || target.closest(".timed, .band");
      if (!isHand && !bar.contains(target)) isDone = false;
      else if (key === "Escape") putBack();
      else if (key === "Enter" && target === title) putDown();
      else if (!isHand) isDone = false;
      else if (key.startsWith("Arrow")) lifted.isBusy || nudge(key, event.shiftKey, event.altKey ? 5 : 15);
      else if (key === "Enter") isChanged() || !lifted.href ? putDown() : location.assign(lifted.href);
      else if (key.toLowerCase() === "o" && lifted.href) location.assign(lifted.href);
      else isDone = false;
    } else if (event.altKey || event.shiftKey && key !== "N" || target.closest("input, textarea, select"))
      isDone = false;
    else if (key === "Enter") {
      const block = target.closest(liftable);
      if (block) lift({ block });
      else isDone = false;
    } else if (key === "n" || key === "N") {
      const date = target.closest("[data-date]")?.dataset.date ?? nearest();
      if (date) lift(event.shiftKey ? { wall: wallOf(date), isWhole: true } : { wall: wallOf(date) + 9 * 60 });
      // What is typed at once is its title.
      if (lifted) globalThis.busylife.hold(bring().then(() => () => title.focus({ preventScroll: true })));
    } else isDone = false;
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  /** The day in the middle of the viewport. */
  const nearest = () => document.elementsFromPoint(innerWidth / 2, (edge() + innerHeight) / 2)
    .map((element) => element.closest(".grid [data-date]")?.dataset.date).find(Boolean)
    ?? one(".grid [data-date]")?.dataset.date;

  // ── Added and removed sections ───────────────────────────────────────────────────────────────────

  const adopt = (root) => {
    for (const block of all(liftable, root)) block.setAttribute("aria-describedby", hint.id);
  };
  document.addEventListener("busylife:sectionadded", ({ detail }) => {
    adopt(detail.element);
    draw();
  });
  document.addEventListener("busylife:refresh", () => {
    putBack(true);
    adopt(document);
  });
  adopt(document);
  if (document.activeElement.matches(liftable)) say(words.hint);
  if (pressed) dragging.down(pressed);
  one("#help dl")?.append(...["lift", "move", "stretch", "drop", "new", "newWhole", "undo"].map((name) => make("div",
    {}, make("dt", { textContent: words[`${name}Keys`] }),
    make("dd", { textContent: words[`${name}Text`] }))));
  // Only if there are proposals of an earlier visit, or something has just been saved.
  try {
    if (localStorage.getItem(`busylife:proposals:${root.pathname}`)) proposals();
    if (sessionStorage.getItem("busylife:saved")) import("./edits.js").then(({ restore }) => restore(redraw));
  } catch {}
};
