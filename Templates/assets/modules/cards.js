// Cards: what the page knows of an event, beside it, while a pointer rests on it or the focus is on it. They follow
// WCAG 1.4.13: a pointer may move onto the card, Escape closes it, and it stays until pointer or focus leave.

import { make, one } from "./make.js";
import { isDate, spoken, wallOf } from "./places.js";
import { words } from "./reading-words.js";

/** Events that may be cut. On today.html the header shows the one that the pointer or the focus is on. */
const carded = ":is(.month, .grid:not(.glass)) .event[data-start]";
/** How long a pointer rests, in ms, before a card comes, and how long it may be away. */
const rest = 450;
const away = 200;

const card = make("div", { className: "card", id: "event-card", role: "tooltip", hidden: true });
let shown;
let timer;

const calendars = ({ calendar, others = "" }) => calendar === undefined ? [] : [calendar, ...others.split(" ")]
  .map((name) => name && one(`[data-legend="${CSS.escape(name)}"]`)?.textContent.trim()).filter(Boolean);

const fill = (event) => {
  const title = one("span", event);
  const line = (className, textContent) => textContent ? [make("p", { className, textContent, dir: "auto" })] : [];
  const { start, end } = event.dataset;
  card.className = `card ${/\bc\d+\b(?: own-\w+)?/.exec(event.className)?.[0] ?? ""}`;
  card.replaceChildren(
    make("p", { className: "title", dir: "auto", lang: title.lang || document.documentElement.lang,
      textContent: title.textContent }),
    ...line("when", spoken([wallOf(start), wallOf(end)], isDate(start))),
    ...line("part", one("small, .part", event)?.textContent),
    ...line("place", one(".place", event)?.textContent),
    ...line("of", calendars(event.dataset).join(", ")),
    ...line("state", event.matches(".maybe") ? words.tentative : event.matches(".free") ? words.shownAsFree : ""));
};

/** Beside the event where there is room: below, above, or over the lower edge of the screen. */
const place = (event) => {
  const box = event.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = document.dir === "rtl" ? box.right - width : box.left;
  const below = box.bottom + 4;
  const top = below + height < innerHeight - 8 ? below : box.top - height - 4;
  card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  card.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
};

/** Adds the card to what describes an event, or removes it. */
const describe = (event, isShown) => {
  const ids = (event.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== card.id);
  if (isShown) ids.push(card.id);
  if (ids.length) event.setAttribute("aria-describedby", ids.join(" "));
  else event.removeAttribute("aria-describedby");
};

const hide = () => {
  clearTimeout(timer);
  if (!shown) return;
  describe(shown, false);
  card.hidden = true;
  shown = undefined;
};
const show = (event) => {
  hide();
  if (!event.isConnected || one("main").matches(".editing") || one("dialog[open]")) return;
  shown = event;
  fill(event);
  // What is drawn anew may have taken it away.
  one("main").append(card);
  card.hidden = false;
  place(event);
  describe(event, true);
};
const later = (act, ms) => {
  clearTimeout(timer);
  timer = setTimeout(act, ms);
};

/** Handles what the pointer or the focus comes to; called for the first event too, which loaded this module. */
export const meet = ({ type, target, pointerType }) => {
  if (type === "pointerover" && pointerType !== "mouse" && pointerType !== "pen") return;
  if (target.closest?.(".card")) return clearTimeout(timer);
  const event = target.closest?.(carded);
  if (event && event === shown) return clearTimeout(timer);
  if (type === "focusin") {
    if (event?.matches(":focus-visible")) show(event);
    else hide();
  } else if (event) later(() => show(event), rest);
  // A card of the focused event stays while the pointer is anywhere.
  else if (shown !== document.activeElement) later(hide, away);
};
addEventListener("pointerdown", hide, true);
addEventListener("scroll", () => {
  if (shown && shown === document.activeElement) place(shown);
  else hide();
}, { passive: true, capture: true });
document.addEventListener("busylife:refresh", hide);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  hide();
  event.preventDefault();
  event.stopPropagation();
}, true);
