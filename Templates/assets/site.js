// What scripts add to a page: today marked, keys, the present moment, calendars shown and hidden. Everything else works
// without them. Runs from any folder, file: included; with a server, the modules beside engine.js add the rest, using
// `busylife`, defined at the end. The build puts `words` before it.
{
  const page = document.body.dataset;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  /** Whether a page elsewhere shows this one: then nothing of the reader is stored. */
  const isEmbedded = page.view === "embed";
  /** A folder without a server has no modules; plain links still work. */
  const hasModules = page.engine && location.protocol !== "file:" && !isEmbedded;

  // ── Dates, weeks and offsets ───────────────────────────────────────────────────────────────────

  // The only place for this arithmetic. Dates are texts, `2026-11-20`; a wall time is a number of ms that gives its
  // local time if read as UTC. Modules use them as `busylife.dates`.

  const day = 86_400_000;
  const dates = {
    /** The midnight at which a date begins, in ms, read as UTC. */
    at: (date) => Date.parse(`${date}T00:00:00Z`),
    /** The date of a wall time. */
    of: (clock) => new Date(clock).toISOString().slice(0, 10),
    plus: (date, days) => dates.of(dates.at(date) + days * day),

    /** The name of the section of each view that contains a date. */
    sections(date) {
      const weekday = new Date(dates.at(date)).getUTCDay();
      const month = date.slice(0, -3);
      const week = dates.plus(date, -((weekday + 7 - page.firstWeekday) % 7));
      return { calendar: month, agenda: month, week, day: date, year: date.slice(0, -6) };
    },

    /** The date `by` sections of a view later: the same day of the other month or year, or its last day if that is
       shorter. */
    turned(date, view, by) {
      const days = { week: 7, day: 1 }[view];
      if (days) return dates.plus(date, by * days);
      const last = new Date(dates.at(date));
      // Day 0 of the month after is the last day of the month.
      last.setUTCMonth(last.getUTCMonth() + (view === "year" ? 12 : 1) * by + 1, 0);
      return dates.of(last.setUTCDate(Math.min(date.slice(-2), last.getUTCDate())));
    },

    /** The milliseconds that `zone`, written UTC±h[:mm[:ss]], is ahead of UTC; undefined for a name. */
    offset(zone) {
      const match = /^(?:UTC|GMT)?(?:([+-])(\d{1,2})(?::?(\d\d))?(?::?(\d\d))?)?$|^Z$/i.exec(zone);
      if (!match) return undefined;
      const [, sign, hours = 0, minutes = 0, seconds = 0] = match;
      return (sign === "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + +seconds) * 1000;
    },

    /** The wall time of the page's zone. */
    clock(instant = Date.now()) {
      const offset = dates.offset(page.zone);
      if (offset !== undefined) return new Date(instant + offset);
      try {
        const part = {};
        const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
          timeZone: page.zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric",
          hour: "numeric", minute: "numeric",
        });
        for (const { type, value } of format.formatToParts(instant)) part[type] = +value;
        return new Date(Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute));
      } catch {
        return new Date(instant);
      }
    },
    today: () => dates.of(dates.clock()),
  };

  // ── What is published ──────────────────────────────────────────────────────────────────────────

  /** The first and the last published section of each view, as the build wrote them. */
  const published = Object.fromEntries((page.published ?? "").split(",").map((text) => {
    const [view, first, last] = text.split(" ");
    return [view, { first, last }];
  }));
  /** Whether a section has a published page. */
  const isPublished = (view, section) => published[view]?.first <= section && section <= published[view].last;

  // ── What the reader chose (modules/reading.js) ──────────────────────────────────────────────────

  const liking = new CSSStyleSheet();
  document.adoptedStyleSheets.push(liking);
  const like = (style = "") => liking.replaceSync(style);
  try {
    const { style, first } = !isEmbedded && JSON.parse(localStorage.getItem("busylife:reading")) || {};
    like(style);
    if (first && `${first}` !== page.firstWeekday && hasModules) {
      page.siteWeekday = page.firstWeekday;
      page.firstWeekday = first;
      // No published week begins on this day.
      delete published.week;
    }
  } catch {}

  const opensAt = one("[data-opens]")?.dataset.opens;
  /** The day at which the front page opens: that of the build's choice until it has come; then today, or the last day
     of a site that had ended when it was built. */
  const opens = () => {
    const today = dates.today();
    if (opensAt > today) return opensAt;
    return one(".elsewhere") && today >= page.windowTo ? dates.plus(page.windowTo, -1) : today;
  };

  // ── Today ──────────────────────────────────────────────────────────────────────────────────────

  /** Left out before a heading in another language than the words'. */
  const prefix = page.wordsLang ? "" : `${words.today} • `;

  const markToday = () => {
    const clock = dates.clock();
    const today = dates.of(clock);
    for (const old of all(`[data-date][aria-current]:not([data-date="${today}"])`)) {
      old.removeAttribute("aria-current");
      one(".today-word", old)?.remove();
    }
    for (const cell of all(`[data-date="${today}"]:not([aria-current])`)) {
      cell.setAttribute("aria-current", "date");
      const head = cell.closest(".agenda") && one("h2 a", cell);
      if (!head || !prefix) continue;
      const word = document.createElement("span");
      word.className = "today-word";
      word.textContent = prefix;
      head.prepend(word);
    }
    markNow(today, Math.floor((clock.getUTCHours() * 60 + clock.getUTCMinutes()) / 5));
    linkToday(today);
    return today;
  };

  /** Draws the line of the present moment in time grids; its position is a class of grid.css. */
  const markNow = (today, row) => {
    const column = one(`.grid [data-date="${today}"] .timed`);
    for (const old of all(".moment")) if (old.parentNode !== column) old.remove();
    if (!column) return;
    const line = one(".moment", column) ?? document.createElement("li");
    line.className = `moment s${row}`;
    line.ariaHidden = "true";
    if (!line.parentNode) column.append(line);
  };

  /** Makes "Today" lead to the reader's present day, whenever the site was built, and other views of a page with it. */
  const linkToday = (today) => {
    const sections = dates.sections(today);
    const here = one(`[data-date="${today}"]`);
    const kinds = all("[data-kind]").map((link) => link.dataset.kind);
    const wanted = page.view in sections ? page.view : "agenda";
    const kind = kinds.includes(wanted) ? wanted : kinds[0];
    if (kind) todayHref = hrefOf(kind, today);
    for (const link of all("a[data-today]")) {
      link.dataset.home ??= link.getAttribute("href");
      link.href = here && page.view in { index: 1, agenda: 1 } ? `#d${today}` : todayHref ?? link.dataset.home;
    }
    if (page.view === "event" || (sections[page.view] ?? page.section) !== page.section) return;
    for (const link of all("[data-kind]"))
      if (link.dataset.kind in sections) link.href = hrefOf(link.dataset.kind, today);
  };
  let todayHref;
  /** The address of the section of a view that contains a date. */
  const hrefOf = (view, date) => {
    const section = dates.sections(date)[view];
    return isPublished(view, section) ? `${page.root}${view}/${section}.html#d${date}`
      : `${page.root}beyond.html?view=${view}&section=${section}`;
  };

  /**
   * What a time grid is opened at: the present, else its first event, to which #events leads as well; the grid itself
   * where the present can be seen from its top, with what lasts whole days. Undefined where it is a list.
   */
  const opening = (root) => {
    const grid = one(".grid", root);
    if (!grid || getComputedStyle(one(".timed", grid)).display === "block") return;
    const moment = one(".moment", grid);
    if (!moment) return one("li:is(#events, .events)", grid) ?? grid;
    return moment.getBoundingClientRect().top - grid.getBoundingClientRect().top < innerHeight * .4
      && one(".band > *, .day > .notes", grid) ? grid : moment;
  };

  // ── The selected day ───────────────────────────────────────────────────────────────────────────

  /** Selects a day cell of a table; in lists and grids, focus is enough. */
  const select = (date) => {
    for (const cell of all('[aria-selected="true"]'))
      if (cell.dataset.date !== date) cell.removeAttribute("aria-selected");
    for (const cell of all(`td[data-date="${date}"]`)) cell.setAttribute("aria-selected", "true");
    showNear();
    const isNew = date !== chosen;
    chosen = date;
    if (isNew) document.dispatchEvent(new CustomEvent("busylife:select", { detail: { date } }));
  };
  let chosen;
  /** Shows the two weeks of a folded calendar. */
  const showNear = () => {
    const rows = all(".side > .month tbody tr");
    const chosen = rows.findIndex((row) => one('[aria-selected="true"]', row));
    const at = Math.max(0, Math.min(chosen, rows.length - 2));
    rows.forEach((row, index) => row.classList.toggle("near", index === at || index === at + 1));
  };

  /** Makes a table of days an ARIA grid: one stop for the Tab key, arrows within, events behind Alt and ↓. */
  const makeGrids = (root) => {
    for (const table of all(":is(.month[data-section], .small) table", root)) {
      table.setAttribute("role", "grid");
      for (const link of all("td a, th a", table)) link.tabIndex = -1;
      const stop = one('[aria-selected="true"] > a, [aria-current] > a', table)
        ?? one("td:not(.out) > a", table);
      if (stop) stop.tabIndex = 0;
    }
  };
  /** Focuses a link; in a section above the visible part, which is inert, makes it active first. */
  const focus = (link, options) => {
    const part = link.closest("[inert]");
    if (part) part.inert = false;
    link.focus(options);
  };
  const number = (cell) => one(":scope > a", cell);
  addEventListener("focusin", ({ target }) => {
    const cell = target.matches?.('[role="grid"] td > a:first-child') && target.parentNode;
    if (!cell) return;
    for (const other of all('td > a[tabindex="0"]', cell.closest("table"))) other.tabIndex = -1;
    target.tabIndex = 0;
  });

  // The calendar follows the agenda, and folds to two weeks if it is above it.

  const main = one("main");
  const side = one(".side");
  main.classList.add("scripted");

  const follow = () => {
    if (side?.querySelector(".weeks")) return;
    const days = all(".home .agenda > .day");
    if (!days.length) return;
    const edge = parseFloat(getComputedStyle(days[0]).scrollMarginTop) + 24;
    const top = days.find((day) => day.getBoundingClientRect().bottom > edge) ?? days.at(-1);
    // If the list can't be scrolled further, a day below its top may be the requested one.
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    if (atEnd && chosen > top.dataset.date) return;
    // One line may stand for several days.
    if (one(`#d${chosen}`)?.closest(".day") !== top) select(top.dataset.date);
  };
  const fold = (isFolded) => {
    side.classList.toggle("folded", isFolded);
    one(".fold", side).ariaExpanded = String(!isFolded);
  };
  if (side) {
    const handle = document.createElement("button");
    handle.type = "button";
    handle.className = "fold";
    // A site may have no view of months.
    handle.ariaLabel = (one('.views [data-kind="calendar"]') ?? one("h1")).textContent;
    handle.addEventListener("click", () => fold(!side.classList.contains("folded")));
    side.append(handle);
    side.addEventListener("click", (event) => event.target.closest("td") && fold(true));
    fold(true);
  }

  // ── Keys that wait for a module ────────────────────────────────────────────────────────────────

  const load = (name) => import(new URL(`${name}.js`, new URL(page.engine, document.baseURI)).href);
  /** What has keys of its own. The focus stays in a dialog for a frame after it is closed. */
  const fields = ":is(input, textarea, select, [contenteditable]):not(dialog:not([open]) *), dialog[open]";

  /** The keys pressed since one whose module is being loaded. */
  let held;
  /**
   * Does what a key or a click asks for once its module is there, and then what was typed meanwhile. After ten seconds,
   * as after Escape, Tab or a press elsewhere, it is dropped: the reader has gone on, and what opened now would be in
   * the way and take keys meant for something else.
   * @param {Promise<() => void>} loading gives what does it
   * @param {() => void} [fail] is done instead if the module can't be loaded
   */
  const hold = async (loading, fail) => {
    // What is done may itself need a further module: then the keys wait for that.
    const keys = held = [...held ?? []];
    setTimeout(() => { if (held === keys) held = undefined }, 10_000);
    const act = await loading.catch(() => {
      keys.length = 0;
      return fail;
    });
    if (held === keys) act?.();
    if (held !== keys) return;
    held = undefined;
    keys.forEach(type);
  };
  /** Presses a key again, where the focus is now. Whether no script handles it. */
  const press = ({ key, shiftKey }) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
  const type = (event) => {
    if (held) held.push(event);
    // Browsers write into fields for real presses alone.
    else if (press(event) && !event.key[1]) document.execCommand("insertText", false, event.key);
  };
  addEventListener("keydown", (event) => {
    const { key } = event;
    if (!held || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(fields))
      return;
    if (key === "Escape" || key === "Tab") held = undefined;
    if (!held || !/^(.|Enter|Backspace|Arrow.+)$/.test(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === "Backspace") held.pop();
    else if (!event.repeat) held.push(event);
  }, true);
  addEventListener("pointerdown", () => { held = undefined }, true);

  /** Has the module of a key do what it asks for. Whether it has one. */
  const ask = (event) => {
    const name = {
      "/": one("a.search") && "search", g: "jump",
      // Where a timeline is there, it has the key itself.
      n: page.view in { week: 1, day: 1 } && !page.timeline && "nearby",
    }[event.key.toLowerCase()];
    if (!name || !hasModules) return false;
    hold(load(name).then(({ ready }) => ready(event)),
      () => { if (name === "search") location.href = one("a.search").href });
    return true;
  };

  // ── Keys ───────────────────────────────────────────────────────────────────────────────────────

  // The layout of a theme of one's own may have the help.
  if (!isEmbedded && !one("#help")) document.body.insertAdjacentHTML("beforeend", words.help);
  const help = one("#help");
  help?.querySelector("button").addEventListener("click", () => help.close());

  // Where days run from right to left, the day on the left is the next.
  const right = document.dir === "rtl" ? -1 : 1;
  const step = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -7, ArrowDown: 7 };

  /** The link of a day: in a table of days, rather that of its own month. */
  const linkOf = (date) => {
    // A frame whose links lead nowhere has buttons.
    const find = (scope) => one(`${scope}[data-date="${date}"] a:is([href], [role="button"])`);
    return find("td:not(.out)") ?? find("td") ?? find("");
  };
  /** Asks the modules for a day that is not on the page. Whether none of them shows it. */
  const wantDay = (detail) => document.dispatchEvent(new CustomEvent("busylife:wantday", { cancelable: true, detail }));
  /** Moves between days; beyond the edge, to the neighbouring page. */
  const move = (key, focused) => {
    const days = step[key];
    // Up and down are steps of tables.
    if (days % 7 === 0 && !(focused && one("td[data-date]"))) return false;
    const first = one("[data-date]")?.dataset.date;
    if (!first) return false;
    const from = focused ?? chosen ?? one("[data-date][aria-current]")?.dataset.date;
    let date = from ? dates.plus(from, days) : first;
    let link;
    // Weekends may be hidden, and one link may be that of several days.
    while ((link = linkOf(date)) && (link === document.activeElement || !link.checkVisibility()))
      date = dates.plus(date, days);
    if (link) {
      focus(link);
      select(date);
    } else if (wantDay({ date, step: days })) {
      const way = one(`a[rel=${days < 0 ? "prev" : "next"}]`);
      if (way) location.href = `${way.getAttribute("href")}#d${date}`;
    }
    return true;
  };

  /** Goes to the next or the previous section. The focused day moves too, so that arrows continue from it. */
  const turn = (rel, focused) => {
    const way = one(`a[rel=${rel}]`);
    if (!way || !focused) return way?.click();
    const date = dates.turned(focused, page.view, rel === "prev" ? -1 : 1);
    const href = page.view in published
      ? hrefOf(page.view, date) : `${way.getAttribute("href").split("#")[0]}#d${date}`;
    if (wantDay({ date, href })) location.href = href;
  };

  /** Moves within a row of a grid, and between a day and its events. */
  const moveWithin = (event) => {
    const cell = document.activeElement?.closest('[role="grid"] :is(td, th)');
    if (!cell) return false;
    const row = cell.parentNode;
    const isInside = document.activeElement.matches("li a, .more");
    const inside = all("li a, .more", cell)
      .filter((link) => link.checkVisibility({ visibilityProperty: true }));
    const at = inside.indexOf(document.activeElement);
    if (event.key === "Home") one("a", row)?.focus();
    else if (event.key === "End") number(row.lastElementChild)?.focus();
    else if (!isInside && (event.key === "F2" || event.key === "ArrowDown" && event.altKey)) inside[0]?.focus();
    else if (isInside && (event.key === "F2" || event.key === "Escape")) number(cell).focus();
    else if (isInside && event.key === "ArrowDown") inside[Math.min(at + 1, inside.length - 1)].focus();
    else if (isInside && event.key === "ArrowUp") (inside[at - 1] ?? number(cell)).focus();
    else return false;
    return true;
  };

  /** Goes to today's place on this page if it has one, otherwise to the link's target. */
  const goToday = () => {
    const today = markToday();
    if (document.body.classList.contains("endless")) return one("a[data-today]")?.click();
    const link = linkOf(today);
    const isList = page.view === "agenda" || page.view === "index";
    if (!link || isList) one("a[data-today]")?.click();
    if (!link) return;
    link.focus({ preventScroll: isList });
    select(today);
  };

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.target.closest(fields)) return;
    if (moveWithin(event)) return event.preventDefault();
    if (event.altKey) return;
    // Within a page elsewhere, other keys are that page's; beside a preview, those that move between days.
    const isOfPage = isEmbedded || page.view === "embedding" && !/^[?/g]$/i.test(event.key);
    if (isOfPage && !event.target.closest('[role="grid"]')) return;
    const focused = document.activeElement?.closest("[data-date]")?.dataset.date;
    let done = true;
    if (event.key in step && !event.shiftKey) done = move(event.key, focused);
    else if (event.key === "PageUp") turn("prev", focused);
    else if (event.key === "PageDown") turn("next", focused);
    else if (event.key === "t" || event.key === "T") goToday();
    else if (event.key === "?") help?.showModal();
    else done = ask(event);
    if (done) event.preventDefault();
  });

  // ── Calendars shown and hidden ─────────────────────────────────────────────────────────────────

  const hidden = new Set();
  try {
    if (!isEmbedded) for (const name of JSON.parse(localStorage.getItem("busylife:hidden"))) hidden.add(name);
  } catch {}
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);

  const filter = () => {
    const shown = all("[data-legend] > button").map((button) => {
      const name = button.parentNode.dataset.legend;
      button.ariaPressed = !hidden.has(name);
      return !hidden.has(name) && `[data-calendar="${CSS.escape(name)}"],[data-others~="${name}"]`;
    });
    // Without a hidden one there is no rule; one that is hidden stands in the list as the name of no element.
    sheet.replaceSync(hidden.size && `li:has(> [data-calendar]:not(${shown})) { display: none !important }`);
    document.dispatchEvent(new CustomEvent("busylife:filter"));
  };
  const makeButtons = () => {
    for (const item of all("[data-legend]:not(:has(button))")) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...item.childNodes);
      item.append(button);
      button.addEventListener("click", () => {
        const name = item.dataset.legend;
        if (!hidden.delete(name)) hidden.add(name);
        try { if (!isEmbedded) localStorage.setItem("busylife:hidden", JSON.stringify([...hidden])) } catch {}
        filter();
      });
    }
    filter();
  };

  // ── Beginning ──────────────────────────────────────────────────────────────────────────────────

  makeButtons();
  markToday();
  makeGrids(document);
  one(".as-of")?.remove();

  const wanted = /^#d(\d{4,}-\d\d-\d\d)$/.exec(location.hash)?.[1];
  if (wanted) {
    select(wanted);
    linkOf(wanted)?.focus({ preventScroll: true });
  } else if (page.view === "index") {
    const day = opens();
    select(day);
    one(`#d${day}`)?.scrollIntoView({ behavior: "instant" });
  }
  // A week or a day opens here, unless the reader comes back to it.
  if (page.view in { week: 1, day: 1 } && !history.state?.path
    && !/reload|back/.test(performance.getEntriesByType("navigation")[0]?.type)) {
    const place = opening(main) ?? one(`.week [data-date="${wanted ?? dates.today()}"]`);
    const open = () => place?.scrollIntoView({ behavior: "instant" });
    open();
    // Before the first frame the browser makes ready to scroll to the address's fragment.
    requestAnimationFrame(open);
  }
  follow();
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow() });
  }, { passive: true });

  // Timers stop while the machine or the tab sleeps, so each one computes the beginning of the next minute.
  const tick = () => {
    markToday();
    document.dispatchEvent(new CustomEvent("busylife:minute"));
    clearTimeout(timer);
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 20);
  };
  let timer;
  tick();
  addEventListener("visibilitychange", tick);
  addEventListener("pageshow", tick);

  // ── For the modules ────────────────────────────────────────────────────────────────────────────

  /** Prepares added days like those of the original page. */
  const adopt = (element) => {
    makeGrids(element);
    markToday();
    for (const cell of all(`td[data-date="${chosen}"]`, element)) cell.setAttribute("aria-selected", "true");
  };
  document.addEventListener("busylife:sectionadded", ({ detail }) => adopt(detail.element));

  // The build hands over what the language is like: browsers know other versions of CLDR, or not the language.

  /** A number in the page's digits, with leading zeros up to a width. */
  const figures = (number, width) => `${number}`.padStart(width, 0)
    .replace(/\d/g, (digit) => busylife.digits?.[digit] ?? digit);
  /** A text of words/*.yml with its places filled in; of several forms that which `places.count` asks for. `kinds` has
     the form of each number below 200; later ones repeat those from 100 on. */
  const phrase = (text, places) => (text[`=${places.count}`]
    ?? text[text.kinds?.[places.count < 200 ? places.count : 100 + places.count % 100]] ?? text.other ?? text)
    .replace(/{(\w+)}/g, (_, name) => typeof places[name] === "number" ? figures(places[name]) : places[name]);
  /** A wall time in a pattern of the build. `names` has the names of the pattern's fields; others are numbers. */
  const spell = (pattern, clock, names) => {
    const at = new Date(clock);
    const hour = at.getUTCHours();
    const values = {
      y: at.getUTCFullYear(), M: at.getUTCMonth() + 1, n: at.getUTCMonth(), d: at.getUTCDate(), w: at.getUTCDay(),
      H: hour, k: hour || 24, h: hour % 12 || 12, K: hour % 12, m: at.getUTCMinutes(), a: +(hour > 11),
    };
    return pattern.replace(/{(\w+)}/g, (_, field) =>
      names[field]?.[values[field[0]]] ?? figures(values[field[0]], field.length));
  };

  globalThis.busylife = {
    adopt, ask, fields, hold, press, phrase, spell, hidden: () => [...hidden],
    fold: (isFolded) => side && fold(isFolded),
    select, selected: () => chosen, opening, dates, isPublished, opens, today: dates.today, hrefOf, like,
    /** The address of this view's section of today. */
    todayHref: () => new URL(todayHref, document.baseURI).href,
    /** Focuses a day without scrolling. */
    focus(date) {
      const link = linkOf(date);
      if (link) focus(link, { preventScroll: true });
      // A day without a link can't be focused; the focus must not stay in another day.
      else if (document.activeElement?.closest("[data-date]")) main.focus({ preventScroll: true });
      select(date);
    },
    /** Updates the page after a change of the zone or the calendars. */
    refresh() {
      markToday();
      makeGrids(document);
      document.dispatchEvent(new CustomEvent("busylife:refresh"));
    },
    /** Replaces the list of calendars. */
    legend(made) {
      const old = one("#panel .legend") ?? one(".legend");
      if (made && made !== old) old ? old.replaceWith(made) : one("#panel-title")?.after(made);
      makeButtons();
    },
  };
  if (hasModules) {
    load("browse").catch(() => {});
    // What is typed on the page of the search is for its field, which has the focus once it is there.
    if (page.view === "search" && !location.hash) hold(load("search").then(({ ready }) => ready()));
  }
}
