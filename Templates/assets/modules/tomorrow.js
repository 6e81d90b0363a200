// The preview of tomorrow, at the lower edge of today.html, which can be pulled up.

import { make, one, style } from "./make.js";
import { words } from "./words.js";

/**
 * Adds the preview and its panel to the page. Called once.
 * @param {object} glance the visible day: `busylife.glance`
 * @returns {(found?: {date: string, title: string, section: Element} | null) => void} takes the day after it:
 * undefined while it is loading, null if there is none
 */
export const tomorrow = (glance) => {
  let day;
  /** The style of the panel is loaded when the reader comes near; nothing is shown before. */
  let isDressed = false;
  const dress = () => style("pulled.css").then(() => { isDressed = true });
  const show = () => dress().then(() => { if (!pulled.open) pulled.showModal() });
  const peekText = make("span", { className: "peek-text" });
  const peek = make("button", { type: "button", className: "peek", hidden: true },
    make("small", { textContent: glance.words.tomorrow }), peekText);
  peek.setAttribute("aria-haspopup", "dialog");
  const title = make("h2", { id: "tomorrow-title" });
  const list = make("ul", { className: "pulled-events" });
  const closer = make("button", { type: "button", className: "button", textContent: words.close });
  const pulled = make("dialog", { className: "pulled", autofocus: true },
    make("div", { className: "pull" }), title, list, closer);
  pulled.setAttribute("aria-labelledby", title.id);
  one("main").append(peek, pulled);

  const settle = (isOpen) => {
    pulled.classList.remove("pulling");
    pulled.style.translate = "";
    pulled.style.setProperty("--pulled", "");
    if (!isOpen) pulled.close();
    else if (!pulled.open) show();
  };

  const draw = () => {
    if (day !== undefined) peek.hidden = !day;
    // The visible day keeps its height meanwhile.
    peek.style.visibility = day ? "" : "hidden";
    peek.classList.toggle("low", glance.isOver());
    if (!day) return;
    const { timed, whole } = glance.contents(day.section);
    const events = [...whole, ...timed].filter(glance.isShown);
    // Events that begin tomorrow come before those that continue.
    const [first] = [...timed.filter((event) => glance.isShown(event) && !event.isContinued), ...events];
    peekText.replaceChildren(...first ? [
      make("span", { className: `dot ${first.color}`, dir: "auto", textContent: first.title }), " ",
      make("span", { className: "peek-time", textContent: first.time || first.part || first.allDay }),
    ] : [glance.words.nothing]);
    title.replaceChildren(make("a", { href: `#d${day.date}`, textContent: day.title }));
    list.replaceChildren(...events.length ? events.map((event) => make("li", { className: event.color },
      make("a", { href: event.href ?? `#d${day.date}` },
        make("span", { className: "time", textContent: event.time || event.part || event.allDay }),
        make("span", { className: "title", dir: "auto", textContent: event.title }),
        ...event.place ? [make("small", { dir: "auto", textContent: event.place })] : [])))
      : [make("li", { className: "nothing", textContent: glance.words.nothing })]);
  };
  for (const type of ["busylife:minute", "busylife:filter"]) document.addEventListener(type, draw);

  closer.addEventListener("click", () => settle(false));
  pulled.addEventListener("click", (event) => {
    // Its heading leads to that day, and so does an event without a page.
    if (event.target === pulled || event.target.closest("a[href^='#']")) settle(false);
  });

  /** Follows the finger: up from the preview, and down again from its handle. */
  const pull = (from, isOpening) => {
    let start;
    let isPulled = false;
    let clicked;
    from.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      start = { id: event.pointerId, y: event.clientY, time: event.timeStamp };
      isPulled = false;
      clearTimeout(clicked);
      from.setPointerCapture(event.pointerId);
    });
    from.addEventListener("pointermove", (event) => {
      if (start?.id !== event.pointerId) return;
      const by = event.clientY - start.y;
      if (!isPulled && Math.abs(by) < 8) return;
      isPulled = true;
      if (!isDressed) return;
      if (!pulled.open) pulled.showModal();
      pulled.classList.add("pulling");
      const height = pulled.offsetHeight;
      const down = Math.min(Math.max(isOpening ? height + by : by, 0), height);
      pulled.style.translate = `0 ${down}px`;
      pulled.style.setProperty("--pulled", String(1 - down / height));
    });
    const end = (event) => {
      if (start?.id !== event.pointerId) return;
      const by = event.clientY - start.y;
      const speed = by / Math.max(event.timeStamp - start.time, 1);
      start = undefined;
      if (!isPulled) return;
      // The click caused by this gesture comes at once. A later one is a separate click.
      clicked = setTimeout(() => { isPulled = false }, 100);
      const height = pulled.offsetHeight;
      // A gesture cancelled by the system was not released: everything stays as it was.
      if (event.type === "pointercancel") settle(!isOpening);
      else settle(isOpening ? -by > height / 3 || speed < -.4 : by < height / 3 && speed < .4);
    };
    from.addEventListener("pointerup", end);
    from.addEventListener("pointercancel", end);
    return () => isPulled;
  };
  const wasPulled = pull(peek, true);
  pull(one(".pull", pulled), false);
  for (const type of ["pointerenter", "pointerdown", "focus"]) peek.addEventListener(type, dress);
  peek.addEventListener("click", ({ detail }) => { if (!detail || !wasPulled()) show() });

  return (found) => {
    day = found;
    draw();
  };
};
