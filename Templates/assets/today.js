// One day on one screen: twenty-four rows that always fill the height, scrubbed instead of scrolled (as in Upcoming).
// Runs from any folder; with a server, modules/glance.js adds other days.

// ── The fisheye: row heights as pure arithmetic ────────────────────────────────────────────────────
{
  const hours = 24;
  /** The height of the row under the pointer, in px: a finger's, or one and a half times a row at rest if that is
     more. */
  const large = (height) => Math.max(44, height / hours * 1.5);

  /**
   * The heights of the rows of a grid with the pointer at `y`. The row under the pointer is the highest; the farther
   * a row is, the lower it is. Rows above the pointer and those below shrink separately, so that each side fills its
   * part of the grid and the row under the pointer stays there. Near the top and the bottom there is little to
   * shrink on one side, so the highest row is lower there.
   */
  const heights = (height, y) => {
    const flat = height / hours;
    const at = Math.min(Math.max(y / height, 0), 1) * hours;
    const under = Math.min(Math.floor(at), hours - 1);
    // The magnification of a row by its distance: at the edge between two hours both are at distance 0.
    const weights = Array.from({ length: hours }, (_, hour) =>
      Math.min(Math.max(1 - (Math.abs(at - hour - .5) - .5) / 2.5, 0), 1));
    /** The height that the rows of one side must fill, given the fraction of the row under the pointer on that side. */
    const side = (from, to, share, room) => {
      const full = weights.slice(from, to).reduce((sum, weight) => sum + weight, share);
      return { full, rest: to - from + share - full, room };
    };
    let above = side(0, under, at - under, at * flat);
    let below = side(under + 1, hours, under + 1 - at, height - at * flat);
    const least = flat / 4;
    const most = ({ full, rest, room }) => (room - least * rest) / full;
    // In the first and the last hour one side has no rows: the other side fills the rest.
    const end = under === 0 ? at : under === hours - 1 ? hours - at : undefined;
    const top = end === undefined ? Math.min(large(height), most(above), most(below))
      : large(height) + (flat - large(height)) * end;
    if (under === 0) below = side(1, hours, 1, height);
    if (under === hours - 1) above = side(0, under, 1, height);
    const small = ({ full, rest, room }) => rest > 1e-9 ? (room - top * full) / rest : top;
    const [upper, lower] = [small(above), small(below)];
    return weights.map((weight, hour) => {
      if (hour === under) return top;
      const low = hour < under ? upper : lower;
      return low + (top - low) * weight;
    });
  };

  /** Where each row begins, and where the last one ends, for a strength of the fisheye from 0 to 1. */
  const edges = (height, y, strength) => {
    const grown = strength > 0 ? heights(height, y) : [];
    let edge = 0;
    return [0, ...Array.from({ length: hours }, (_, hour) =>
      edge += height / hours + (strength && (grown[hour] - height / hours) * strength))];
  };
  /** The position of a minute of the day. */
  const place = (rows, minute) => {
    const hour = Math.min(Math.floor(minute / 60), hours - 1);
    return rows[hour] + (rows[hour + 1] - rows[hour]) * (minute / 60 - hour);
  };

  globalThis.fisheye = { hours, heights, edges, place };
}

// ── The page ───────────────────────────────────────────────────────────────────────────────────────
if (globalThis.busylife) {
  const { busylife, fisheye } = globalThis;
  const { hours, edges, place } = fisheye;
  const page = document.body.dataset;
  const main = document.querySelector("main");
  const one = (selector, root = main) => root.querySelector(selector);
  const all = (selector, root = main) => [...root.querySelectorAll(selector)];
  const make = (tag, props = {}, ...content) => {
    const element = Object.assign(document.createElement(tag), props);
    element.append(...content);
    return element;
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const isRightToLeft = document.dir === "rtl";
  const words = JSON.parse(document.querySelector("#today-words").textContent);
  const { phrase } = busylife;
  busylife.digits = words.digits;

  /** The minute of the day from which keys start. */
  const rest = () => date === busylife.today() ? clock() : 8 * 60;
  /** The minute of the day at the pointer. */
  const pointed = () => scrub.minute ?? scrub.y / column.clientHeight * 1440;

  // ── The day's events ───────────────────────────────────────────────────────────────────────────

  let grid, column, date, dayHref, tiles, wholeDay, rows;
  let markers = [];
  /** The height for which the tiles are arranged. */
  let arranged;
  /** The least height of a tile, in px: a target of 24 px (WCAG 2.2, 2.5.8), and a gap. */
  const least = 25;

  const number = (element, letter) => +(element.className.match(new RegExp(`\\b${letter}(\\d+)\\b`))?.[1] ?? 0);
  const read = (block) => ({
    block, uid: block.dataset.uid, calendars: [block.dataset.calendar, ...block.dataset.others?.split(" ") ?? []],
    start: Date.parse(block.dataset.start), end: Date.parse(block.dataset.end),
    title: one("[dir=auto]", block)?.textContent ?? block.textContent, lang: one("[dir=auto]", block)?.lang,
    time: one("time", block)?.textContent, place: one(".place", block)?.textContent,
    part: one(".part, small", block)?.textContent, isContinued: block.matches(".from"),
    href: block.getAttribute("href"), color: /\bc\d+\b(?: own-\w+)?/.exec(block.className)?.[0],
  });
  const isShown = (event) => !event.calendars.every((name) => busylife.hidden().includes(name));
  const contents = (section) => ({
    timed: all(".timed > li:not(.moment)", section).map((item) => ({
      ...read(one(".block", item)), item, from: number(item, "s") * 5, to: number(item, "e") * 5,
      count: number(item, "n"), at: number(item, "k"),
    })),
    // Only a page with such events contains the words for them.
    whole: all(".band > ul .event", section)
      .map((event) => ({ ...read(event), allDay: one(".band > .vh", section).textContent })),
  });

  /** Leaves a tile out on screens, where another one counts it. On paper there is room. */
  const crowd = (tile, isCrowded) => {
    tile.isCrowded = isCrowded;
    tile.item.classList.toggle("crowded", isCrowded);
  };

  /**
   * Groups of tiles that overlap at rest, where each has its least height: if they need more than two columns, the
   * third says how many more there are.
   */
  const arrange = (height) => {
    arranged = height;
    markers = [];
    const minutes = least / height * 1440;
    const shown = tiles.filter(isShown).map((tile) => {
      // The last tile ends with the day.
      const top = Math.max(Math.min(tile.from, 1440 - minutes), 0);
      return Object.assign(tile, { top, bottom: Math.max(tile.to, top + minutes) });
    });
    for (const more of all(".tile-more")) more.remove();
    for (const tile of tiles) crowd(tile, false);
    for (let first = 0; first < shown.length;) {
      let end = shown[first].bottom;
      let last = first;
      while (last + 1 < shown.length && shown[last + 1].top < end) end = Math.max(end, shown[++last].bottom);
      const run = shown.slice(first, last + 1);
      first = last + 1;
      // Recomputed because hidden calendars leave their columns.
      const ends = [];
      for (const tile of run) {
        const free = ends.findIndex((bottom) => bottom <= tile.top);
        tile.lane = free < 0 ? ends.length : free;
        ends[tile.lane] = tile.bottom;
      }
      const lanes = Math.min(ends.length, 2);
      const rest = run.filter((tile) => tile.lane > 1);
      for (const tile of run) Object.assign(tile, { lanes, hasMore: rest.length > 0 });
      if (!rest.length) continue;
      for (const tile of rest) crowd(tile, true);
      const link = make("a", {
        className: "more-tile", dir: "auto", href: dayHref,
        textContent: phrase(words.more, { count: rest.length }),
        ariaLabel: phrase(words.moreEvents, { count: rest.length }),
      });
      const item = make("li", { className: "tile-more" }, link);
      column.append(item);
      const from = Math.min(...rest.map((tile) => tile.from));
      markers.push({ item, from, to: Math.max(...rest.map((tile) => tile.to)), lane: 2, lanes, hasMore: true });
    }
  };

  // ── Drawing ────────────────────────────────────────────────────────────────────────────────────

  /** The pointer's position, its strength (animated between 0 and 1), and the minute chosen by keys. */
  const scrub = { y: 0, strength: 0, goal: 0, minute: undefined, x: undefined };
  let frame;
  let before;

  const draw = (time) => {
    frame = undefined;
    const step = calm.matches || before === undefined ? 1 / 60 : Math.min(time - before, 50) / 1000;
    before = time;
    const by = calm.matches ? 1 : step / .16;
    scrub.strength += Math.min(Math.max(scrub.goal - scrub.strength, -by), by);
    lay();
    if (scrub.strength !== scrub.goal) ask();
    else before = undefined;
  };
  const ask = () => { frame ??= requestAnimationFrame(draw) };

  const lay = () => {
    const height = column.clientHeight;
    if (!height) return;
    const ease = scrub.strength * scrub.strength * (3 - 2 * scrub.strength);
    if (scrub.minute !== undefined) scrub.y = scrub.minute / 1440 * height;
    if (height !== arranged) arrange(height);
    rows = edges(height, scrub.y, ease);
    const now = line.hidden ? undefined : place(rows, clock());
    // A label needs 1.7 times its size of text.
    const size = parseFloat(getComputedStyle(labels[0]).fontSize);
    const every = Math.ceil(size * hours * 1.7 / height);
    labels.forEach((label, hour) => {
      label.style.top = `${rows[hour]}px`;
      label.style.height = `${rows[hour + 1] - rows[hour]}px`;
      const near = Math.max(1 - Math.abs(scrub.y / height * hours - hour) / 3, 0);
      // The line of the present moment shows its time where the hour label would be.
      const isCovered = Math.abs((now - rows[hour]) / size - .75) < 1.5;
      label.style.setProperty("--o", isCovered ? 0 : (hour % every ? 0 : .85) * (1 - ease) + near * ease);
    });
    for (const tile of [...tiles, ...markers]) {
      if (tile.isCrowded || tile.lane === undefined) continue;
      tile.y = Math.max(Math.min(place(rows, tile.from), height - least), 0);
      tile.height = Math.max(place(rows, tile.to) - tile.y, least);
      // A narrow further column says how many more there are.
      const width = tile.hasMore ? 38 : 100 / tile.lanes;
      Object.assign(tile.item.style, {
        top: `${tile.y}px`, height: `${tile.height}px`,
        insetInlineStart: `${tile.lane * width}%`, width: `${tile.lane === 2 ? 24 : width}%`,
      });
    }
    if (now !== undefined) line.style.top = `${now}px`;
    show();
  };

  /** Minutes of wall time since midnight. */
  const clock = () => {
    const now = busylife.dates.clock();
    return now.getUTCHours() * 60 + now.getUTCMinutes();
  };

  // ── The next event ─────────────────────────────────────────────────────────────────────────────

  const minute = 60_000;
  const countdown = ({ start, end }, now) => {
    if (now >= start) return now < Math.max(end, start + minute) ? words.now : "";
    const minutes = Math.ceil((start - now) / minute);
    return minutes < 60 ? phrase(words.minutes, { count: minutes })
      : minutes < 1440 ? phrase(words.hours, { count: Math.round(minutes / 60) })
      : phrase(words.days, { count: Math.round(minutes / 1440) });
  };

  /** The current event, the last to begin if there are several; otherwise the next one. */
  const upcoming = (events, now) => events.findLast((event) => event.start <= now && event.end > now)
    ?? events.filter((event) => event.start > now).sort((a, b) => a.start - b.start)[0];

  let shownEvent;
  const show = () => {
    const now = Date.now();
    const events = tiles.filter(isShown);
    const next = upcoming(events, now);
    const at = scrub.goal ? pointed() : rest();
    const under = events.filter((event) => event.from <= at && at < event.to);
    let found;
    if (scrub.goal) {
      found = scrub.x !== undefined && events.findLast(({ item, isCrowded, y, height }) => {
        if (isCrowded || scrub.y < y || scrub.y >= y + height) return false;
        const { left, right } = item.getBoundingClientRect();
        return scrub.x >= left && scrub.x <= right;
      }) || under[0];
    }
    slider.ariaValueNow = Math.round(at);
    const titles = under.map(({ title }) => title).join(", ") || words.free;
    slider.setAttribute("aria-valuetext", `${timeText(at)}, ${titles}`);
    for (const tile of tiles) {
      tile.item.classList.toggle("past", tile.end <= now);
      tile.item.classList.toggle("next", tile === next);
      tile.item.classList.toggle("under", tile === found);
    }
    const shown = found ?? next;
    if (shown !== shownEvent || !shown) card(shown);
    shownEvent = shown;
    const count = shown ? countdown(shown, now) : "";
    const text = one(".count", cards.firstElementChild);
    if (text.textContent !== count) text.textContent = count;
    const soon = events.filter((event) => event.start > now).sort((a, b) => a.start - b.start)[0];
    sky(date === busylife.today() && soon && soon.start - now <= 30 * minute);
  };

  const sky = (isAlert) => {
    const hour = clock() / 60;
    const time = hour < 5 || hour >= 21.5 ? "night" : hour < 8 ? "dawn" : hour < 18 ? "day" : "dusk";
    page.sky = isAlert ? "alert" : date === busylife.today() ? time : "day";
  };

  const timeText = (minutes) => busylife.spell(words.time, Math.round(minutes) * minute, words);

  // ── The header: the next event, and a panel for each all-day event ─────────────────────────────

  const cards = make("ol", { className: "cards" });
  const dots = make("p", { className: "dots" });
  const header = make("section", { className: "upcoming", ariaLabel: words.upcoming }, cards, dots);
  const body = (event, count) => [
    make("p", { className: "count", dir: "auto", textContent: count }),
    make("p", { className: "title" }, make(event.href ? "a" : "span", { dir: "auto", textContent: event.title,
      ...event.href && { href: event.href }, ...event.lang && { lang: event.lang } })),
    make("p", { className: "detail" }, ...[event.time || event.part, event.place]
      .filter((text) => text && text !== count)
      // Times have the direction of the page, like everywhere.
      .map((text) => make("span", { ...text === event.place && { dir: "auto" }, textContent: text }))),
  ];
  const card = (event) => {
    const first = cards.firstElementChild;
    first.className = `card ${event?.color ?? "none"}`;
    first.replaceChildren(...event ? body(event, "")
      : [make("p", { className: "count" }), make("p", { className: "title", textContent: words.none })]);
  };
  const drawCards = () => {
    const whole = wholeDay.filter(isShown);
    cards.replaceChildren(make("li"), ...whole.map((event) => make("li", { className: `card ${event.color}` },
      ...body(event, event.part || event.time || event.allDay))));
    // Before anything is measured: the header snaps to the first card that it finds, and stays with it.
    card();
    const count = whole.length + 1;
    dots.hidden = count < 2;
    dots.replaceChildren(...Array.from({ length: count }, (_, index) => {
      const button = make("button", { type: "button", ariaLabel: phrase(words.card, { number: index + 1, count }) });
      button.addEventListener("click", () => cards.children[index].scrollIntoView({
        block: "nearest", inline: "start", behavior: calm.matches ? "instant" : "smooth",
      }));
      return button;
    }));
    cards.scrollLeft = 0;
    shownEvent = undefined;
    dot();
  };
  const dot = () => {
    const at = Math.round(Math.abs(cards.scrollLeft) / (cards.clientWidth || 1));
    [...dots.children].forEach((button, index) => button.ariaCurrent = index === at);
  };
  cards.addEventListener("scroll", dot, { passive: true });

  // ── A day ──────────────────────────────────────────────────────────────────────────────────────

  let labels = [];
  const sized = new ResizeObserver(() => lay());
  const line = make("li", { className: "now", hidden: true });
  const slider = make("div", { className: "scrub", role: "slider", tabIndex: 0, ariaLabel: words.scrub,
    ariaValueMin: "0", ariaValueMax: "1440", ariaOrientation: "vertical" });

  /** Prepares the section that is in the page. */
  const dress = () => {
    grid = one(".grid.one");
    column = one(".timed", grid);
    date = one("[data-date]", grid).dataset.date;
    dayHref = busylife.hrefOf("day", date);
    labels = all(".hours li", grid);
    const { timed, whole } = contents(grid);
    tiles = timed;
    wholeDay = whole;
    sized.disconnect();
    sized.observe(column);
    column.append(line);
    grid.prepend(slider);
    grid.classList.add("glass");
    listen();
    refresh();
  };

  const refresh = () => {
    arranged = undefined;
    drawCards();
    tick();
  };
  const tick = () => {
    line.hidden = date !== busylife.today();
    line.dataset.time = timeText(clock());
    lay();
  };

  // ── The pointer ────────────────────────────────────────────────────────────────────────────────

  const at = (event) => {
    const box = column.getBoundingClientRect();
    const y = Math.min(Math.max(event.clientY - box.top, 0), box.height);
    Object.assign(scrub, { y, x: event.clientX, minute: undefined, goal: 1 });
    ask();
  };
  const leave = () => {
    Object.assign(scrub, { goal: 0, minute: undefined });
    ask();
  };
  let held;
  let isScrubbed = false;
  let clicked;
  const listen = () => {
    grid.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary) return;
      isScrubbed = false;
      clearTimeout(clicked);
      if (event.button || event.pointerType === "mouse") return;
      held = { x: event.clientX, y: event.clientY, id: event.pointerId, way: undefined };
    });
    grid.addEventListener("pointermove", (event) => {
      // A mouse, or a pen hovering above the screen.
      if (event.pointerType !== "touch" && !event.buttons) return at(event);
      if (held?.id !== event.pointerId) return;
      const x = event.clientX - held.x;
      const y = event.clientY - held.y;
      if (!held.way && Math.hypot(x, y) > 8) {
        held.way = Math.abs(x) > 1.5 * Math.abs(y) ? "swipe" : "scrub";
        isScrubbed = true;
        grid.setPointerCapture(event.pointerId);
      }
      if (held.way === "scrub") at(event);
    });
    const end = (event) => {
      if (held?.id !== event.pointerId) return;
      const x = event.clientX - held.x;
      if (held.way === "swipe" && event.type === "pointerup" && Math.abs(x) > 48)
        turn(x < 0 !== isRightToLeft ? 1 : -1);
      if (held.way === "scrub") leave();
      held = undefined;
      // The click caused by this gesture comes at once. A later one is a separate click.
      clicked = setTimeout(() => { isScrubbed = false }, 100);
    };
    grid.addEventListener("pointerup", end);
    grid.addEventListener("pointercancel", end);
    // A finger that rests on the day scrubs too, so the context menu is suppressed.
    grid.addEventListener("contextmenu", (event) => { if (held) event.preventDefault() });
    grid.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch" && !held) leave() });
    // A scrub is not a tap; a click by key is not affected.
    grid.addEventListener("click", (event) => { if (isScrubbed && event.detail) event.preventDefault() }, true);
    grid.addEventListener("dragstart", (event) => event.preventDefault());
    slider.addEventListener("blur", leave);
    // A focused tile is shown as if the pointer were on it.
    grid.addEventListener("focusin", ({ target }) => {
      const tile = tiles.find(({ item }) => item.contains(target));
      if (!tile || !target.matches(":focus-visible")) return;
      Object.assign(scrub, { minute: (tile.from + Math.min(tile.to, 1440)) / 2, x: undefined, goal: 1 });
      ask();
    });
    grid.addEventListener("focusout", ({ relatedTarget }) => { if (!grid.contains(relatedTarget)) leave() });
  };

  // ── Keys, and going to other days ──────────────────────────────────────────────────────────────

  /** Goes to another day, until modules/glance.js replaces it. */
  let go = (day) => { location.hash = `#d${day}` };
  let turn = (by) => go(busylife.dates.plus(named() ?? date, by));

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(busylife.fields)) return;
    const { key, shiftKey } = event;
    const from = scrub.goal ? pointed() : rest();
    const by = shiftKey ? 15 : 60;
    const vertical = { ArrowUp: from - by, ArrowDown: from + by, Home: 0, End: 1440 }[key];
    let done = true;
    if (vertical !== undefined) {
      const minute = Math.min(Math.max(Math.round(vertical / by) * by, 0), 1440);
      Object.assign(scrub, { minute, x: undefined, goal: 1 });
      slider.focus({ preventScroll: true });
      ask();
    } else if (key === "ArrowLeft" || key === "ArrowRight") turn((key === "ArrowRight") !== isRightToLeft ? 1 : -1);
    else if (key === "PageUp" || key === "PageDown") turn(key === "PageDown" ? 1 : -1);
    else if (key === "Escape") leave();
    else if (key === "Enter" && document.activeElement === slider && shownEvent?.href) location.href = shownEvent.href;
    else if (key === "t" || key === "T") home();
    else done = false;
    if (done) event.preventDefault();
  }, true);

  const home = () => {
    const today = busylife.today();
    // Another day may be on its way.
    if (date === today && (named() ?? today) === today) return leave();
    go(today);
  };
  addEventListener("click", (event) => {
    if (event.defaultPrevented || !event.target.closest("a[data-today]")) return;
    event.preventDefault();
    home();
  }, true);

  /** The day in the address: links to this page have it in the query, steps within it in the fragment. */
  const named = () => /^(?:#d|.*[?&]day=)(\d{4,}-\d\d-\d\d)\b/.exec(location.hash || location.search)?.[1];
  /** Without a server, days can't be loaded here: opens the day's own page. */
  const depart = () => {
    const day = named();
    if (day && day !== date) location.replace(busylife.hrefOf("day", day));
  };
  document.addEventListener("busylife:minute", tick);
  document.addEventListener("busylife:filter", refresh);

  one(".bar").after(header);
  dress();
  if (!page.engine || location.protocol === "file:") {
    addEventListener("hashchange", depart);
    depart();
  }
  busylife.glance = {
    words, named, contents, isShown,
    date: () => date,
    /** Whether today has no more events. */
    isOver: () => date === busylife.today() && !upcoming(tiles.filter(isShown), Date.now()),
    /** Replaces the section by that of another day. */
    put: (section) => {
      grid.replaceWith(section);
      scrub.goal = scrub.strength = 0;
      dress();
    },
    lead: (way) => { ({ go, turn } = way) },
  };
}
