// Shows one view of the site for pages elsewhere: embed.html in their frame, and the preview of embedding.html.
// A classic script: a frame without an origin of its own, as in a sandbox, can't load modules. Nothing is stored.

{
  const { busylife } = globalThis;
  const { dates } = busylife;
  const page = document.body.dataset;
  const isFrame = page.view === "embed";
  const { grid, none } = document.querySelector("[data-none]").dataset;
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const copy = (node) => document.importNode(node, true);
  const make = (name, properties) => Object.assign(document.createElement(name), properties);
  // They are in the page, as in today.html: a frame without an origin can load no other script.
  const words = JSON.parse(one("#today-words").textContent);
  const { phrase } = busylife;
  busylife.digits = words.digits;

  // ── What is asked for ──────────────────────────────────────────────────────────────────────────

  const choices = {
    view: ["agenda", "calendar", "week", "day", "today"], scheme: ["", "light", "dark"], link: ["top", "blank", "none"],
  };
  /** The greatest number of days of an agenda. */
  const most = 92;

  /** What a query asks for. What it says wrongly is as if it said nothing. */
  const read = (query) => {
    const get = (name) => query.get(name)?.trim() ?? "";
    const chosen = (name) => choices[name].find((choice) => choice === get(name)) ?? choices[name][0];
    return {
      view: chosen("view"), scheme: chosen("scheme"), link: chosen("link"),
      days: /^\d{1,3}$/.test(get("days")) ? Math.min(Math.max(+get("days"), 1), most) : 7,
      zone: get("tz").slice(0, 80), accent: /^#?([\da-f]{6})$/i.exec(get("accent"))?.[1],
      names: get("calendar").split(",").map((name) => name.trim()).filter(Boolean),
      isCompact: query.has("compact") && !/^(0|no|false)$/i.test(get("compact")),
    };
  };

  // ── The site's pages ───────────────────────────────────────────────────────────────────────────

  const base = new URL(page.root || "./", document.baseURI);
  const siteZone = page.zone;
  const engine = page.engine && location.protocol !== "file:" && new URL(page.engine, document.baseURI);
  /** Without an origin of its own, the site's files are another's: a site may allow that. */
  const isAlone = !engine || self.origin === "null";
  const load = (name) => engine ? import(new URL(name, engine).href) : Promise.reject(new Error(name));

  let openedZone = "";
  /** A page of the site, published or drawn by the engine: its document, with absolute addresses. */
  const open = async (view, section, zone) => {
    const pages = await load("pages.js");
    if (zone !== openedZone) pages.forget();
    openedZone = zone;
    pages.setZone(zone || undefined);
    const { document: found } = await pages.open(`${view}/${section}.html`, busylife.isPublished(view, section));
    // The site shows the same zone to whoever goes on there.
    if (zone) for (const link of all("a[href]", found)) {
      const url = new URL(link.href);
      if (url.href.startsWith(base.href)) url.searchParams.set("tz", found.body.dataset.zone);
      link.href = url.href;
    }
    return found;
  };

  /** Time grids have style sheets of their own, named last first. */
  const grids = () => Promise.all(grid.split(" ").map((href) =>
    one(`link[href="${href}"]`) ?? new Promise((resolve) => {
      const link = make("link", { rel: "stylesheet", onload: resolve, onerror: resolve });
      link.setAttribute("href", href);
      one("link[rel=stylesheet]").after(link);
    })));

  const sectionOf = (href) => {
    const url = new URL(href, document.baseURI);
    return url.searchParams.get("section") ?? /([^/]+)\.html$/.exec(url.pathname)?.[1];
  };

  // ── Colours ────────────────────────────────────────────────────────────────────────────────────

  const luminance = (color) => color.map((part) => part / 255)
    .map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + .05) / (dark + .05);
  };
  const mixed = (a, b, share) => a.map((part, index) => Math.round(part + (b[index] - part) * share));

  /** The variables of an accent, made darker or lighter by as much as its texts need to be read on the paper. */
  const accented = (digits, paper) => {
    const given = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
    const ink = luminance(paper) > .18 ? [0, 0, 0] : [255, 255, 255];
    let accent, tint;
    for (let step = 0; step <= 32; step++) {
      accent = mixed(given, ink, step / 32);
      tint = mixed(paper, accent, .12);
      if (contrast(accent, tint) >= 4.6) break;
    }
    const over = [[255, 255, 255], [10, 20, 36]].sort((a, b) => contrast(b, accent) - contrast(a, accent))[0];
    return { "--accent": accent, "--meter": accent, "--tint": tint, "--on-accent": over };
  };
  const variables = ["--accent", "--meter", "--tint", "--on-accent"];
  const isDark = /prefers-color-scheme:\s*dark/;

  // ── One place where a view is shown ────────────────────────────────────────────────────────────

  /**
   * @param {Element} host has a heading (`.bar`), the view (`.shown`) and a foot (`.foot`)
   * @param {Element} root bears the colours
   * @param {(kind: string, detail: object) => void} tell hears what happens
   * @param {string[]} known the names of the site's calendars; none if it doesn't tell them apart
   */
  busylife.embed = (host, root, tell, known) => {
    const shown = one(".shown", host);
    const foot = one(".zone", host);
    const legend = one(".legend", host);
    const elsewhere = one(".elsewhere", host);
    /** What is in the page itself, which needs no request: an agenda, and today in other views. */
    const own = { bar: one(".bar", host), agenda: one(".agenda", shown), zone: foot.textContent };
    const ownView = (view) => {
      const content = one(`template[data-view="${view}"]`, host)?.content;
      return content && { bar: one(".bar", content), content: [one("[data-section]", content)] };
    };
    let asked = read(new URLSearchParams());
    /** The document that is shown; undefined if it is this page's own. */
    let from;
    /** Counts what was asked for: only the last is shown. */
    let count = 0;
    let today;

    const paint = () => {
      for (const name of variables) root.style.removeProperty(name);
      if (!asked.accent) return;
      const paper = getComputedStyle(root).backgroundColor.match(/[\d.]+/g).slice(0, 3).map(Number);
      for (const [name, color] of Object.entries(accented(asked.accent, paper)))
        root.style.setProperty(name, `rgb(${color})`);
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

    /** A narrow column has the form of a side bar, whether it is asked for or not. */
    const fit = () => root.classList.toggle("compact", asked.isCompact || host.clientWidth < 280);
    new ResizeObserver(fit).observe(host);

    const dress = () => {
      fit();
      host.dataset.shows = asked.view;
      // embed.css has the theme's colours of both schemes.
      if (asked.scheme) root.dataset.scheme = asked.scheme;
      else delete root.dataset.scheme;
      for (const sheet of isFrame && asked.scheme ? document.styleSheets : []) {
        try {
          for (const { media } of sheet.cssRules)
            if (isDark.test(media?.mediaText)) media.mediaText = asked.scheme === "dark" ? "screen" : "not all";
        } catch {
          // In a sandbox without an origin, sheets keep their rules to themselves.
        }
      }
      paint();
    };

    // ── The views ──

    /** The days for which one line of a list stands, each by itself. */
    const unfolded = (day) => {
      const dates = [day, ...all("h2 [data-date]", day)].map(({ dataset }) => dataset.date);
      if (dates.length === 1) return [day];
      return dates.map((date) => {
        const made = day.cloneNode(true);
        const link = one("h2 a", made);
        one(".second", made)?.remove();
        one("h2 > [data-date]", made).replaceWith(link);
        link.href = link.href.replace(dates[0], date);
        link.textContent = full(date);
        made.id = `d${made.dataset.date = date}`;
        return made;
      });
    };

    /** Some days as a list: this page's own if it has them all, else those of the site's pages. */
    const list = async (first, length) => {
      const last = dates.plus(first, length - 1);
      const days = own.agenda ? all(".day", own.agenda).map(({ dataset }) => dataset.date) : [];
      const hasAll = !asked.zone && days[0] <= first && last <= days.at(-1);
      const months = new Set();
      for (let date = first; !hasAll && date <= last; date = dates.plus(date, 1))
        months.add(dates.sections(date).agenda);
      const found = await Promise.all([...months].map((month) => open("agenda", month, asked.zone)));
      const made = make("div", { className: "agenda" });
      for (const { agenda } of hasAll ? [own] : found.map((found) => ({ agenda: one(".agenda[data-section]", found) })))
        made.append(...all(".day", agenda).map(copy).flatMap(unfolded)
          .filter(({ dataset: { date } }) => first <= date && date <= last));
      return { from: found[0], bar: own.bar, content: [made] };
    };

    /** A section of a view. */
    const whole = async (view, section) => {
      const kept = asked.zone ? undefined : ownView(view);
      // Weeks and days in the page have no way to their neighbours.
      if (kept?.content[0].dataset.section === section && (one(".pager", kept.bar) || isAlone)) {
        if (view !== "calendar") await grids();
        return kept;
      }
      const [found] = await Promise.all([open(view, section, asked.zone), view !== "calendar" && grids()]);
      return { from: found, bar: one(".bar", found), content: all("main [data-section]", found) };
    };

    const drawn = (section) => {
      const day = asked.zone ? today : busylife.opens();
      if (asked.view === "agenda" || asked.view === "today")
        return list(day, asked.view === "today" ? 1 : asked.days);
      return whole(asked.view, section ?? dates.sections(day)[asked.view]);
    };

    /** What can be shown where the site's pages can't be loaded: the days of this page that are to come. */
    const kept = () => {
      const days = own.agenda ? all(".day", own.agenda) : [];
      const made = make("div", { className: "agenda" });
      const coming = days.filter(({ dataset: { date } }) => date >= busylife.opens());
      made.append(...(coming.length ? coming : days).slice(0, asked.view === "today" ? 1 : asked.days).map(copy));
      return { bar: own.bar, content: [made] };
    };

    // ── What a view leaves out ──

    /** Leaves only the events of some calendars. What is said of whole days is then not said. */
    const filter = (parts) => {
      const isWanted = ({ dataset: { calendar, others = "" } }) =>
        [calendar, ...others.split(" ")].some((name) => asked.names.includes(name));
      for (const part of parts) {
        for (const event of all(".event[data-calendar]", part)) if (!isWanted(event)) event.closest("li").remove();
        for (const events of all("ul", part)) {
          if (events.children.length) continue;
          // What is said before them to who can't see them.
          if (events.previousElementSibling?.matches(".band > .vh")) events.previousElementSibling.remove();
          events.remove();
        }
        for (const week of part.matches(".grid.week") ? [part] : all(".month tr", part)) busylife.restack(week);
        for (const day of all("[data-date]", part)) {
          day.dataset.busy = 0;
          for (const label of all(".num", day)) label.ariaLabel = full(day.dataset.date);
          const events = all(".event", day).length;
          busylife.tellOver(day, (count) => (
            { textContent: phrase(words.more, { count }), ariaLabel: phrase(words.moreEvents, { count }) }));
          if (!events && !one(".notes", day)) day.classList.add("empty");
          const [busy] = all(":scope > .busy, header > .busy", day);
          if (busy && !events && day.matches(".one > *")) busy.textContent = none;
          else busy?.remove();
          if (!events && day.matches(".week > *") && !one(".none", day))
            day.append(make("p", { className: "none", textContent: words.nothing }));
        }
      }
    };
    const full = (date) => busylife.spell(words.fullDay, dates.at(date), words);

    /** A list leaves out days without events, other than today. */
    const tidy = ([agenda]) => {
      for (const day of all(".day.empty", agenda)) {
        if (day.dataset.date !== today && asked.view === "agenda") day.remove();
        else if (!one("header > p:not(.busy)", day)) one("header", day).append(make("p", { textContent: none }));
      }
      if (!agenda.children.length) agenda.append(make("p", { className: "nothing", textContent: none }));
    };

    const aim = () => {
      for (const link of all("a", host)) {
        if (link.closest(".pager")) continue;
        if (asked.link !== "none") {
          if (link.href) link.target = `_${asked.link}`;
          continue;
        }
        link.removeAttribute("href");
        // What can be pressed is a button then, for keys too. In a table of days the arrows lead to it.
        if (link.matches(pressed)) {
          link.role = "button";
          if (!link.closest('[role="grid"]')) link.tabIndex = 0;
        } else link.ariaLabel = null;
      }
    };
    const pressed = ".event, [data-date] :is(.num, .more, h2 a)";

    // ── Showing ──

    /** @param {string} [section] of a view of sections; by default that of today
        @returns whether it is shown: not if something else was asked for meanwhile */
    const show = async (section, isMoved = false) => {
      const mine = ++count;
      const isLast = () => mine === count;
      // This module takes the zone of the page, when it is loaded, for that of the site.
      if (asked.zone) await load("pages.js").catch(() => {});
      page.zone = asked.zone || siteZone;
      today = dates.today();
      dress();
      host.ariaBusy = "true";
      let note = "";
      let parts;
      try {
        const isKnown = (name) => !known.length || known.includes(name);
        const missing = asked.names.find((name) => !isKnown(name));
        if (missing) note = await load("unknown.js").then(({ calendar }) => calendar(missing), () => missing);
        if (missing && !asked.names.some(isKnown)) parts = { bar: own.bar, content: [] };
        else parts = await drawn(section);
      } catch (error) {
        if (!isLast()) return false;
        if (error.kind === "zone") {
          const zone = asked.zone;
          asked = { ...asked, zone: "" };
          const isShown = await show(section, isMoved);
          const unknown = await load("unknown.js");
          if (isShown && count === mine + 1) say(unknown.zone(zone, siteZone));
          return isShown;
        }
        if (isMoved) {
          host.ariaBusy = null;
          throw error;
        }
        host.dataset.shows = "agenda";
        page.zone = siteZone;
        parts = kept();
      }
      const isFiltered = asked.names.length && known.length;
      // A frame has it from the beginning, a preview when it is first needed.
      if (isFiltered && !busylife.restack) await load("rows.js");
      if (!isLast()) return false;
      from = parts.from;
      page.zone = from?.body.dataset.zone ?? siteZone;
      today = dates.today();
      const content = parts.content.map(copy);
      if (isFiltered) filter(content);
      if (content[0]?.matches(".agenda")) tidy(content);
      shown.replaceChildren(...content);
      const bar = parts.bar && copy(parts.bar);
      if (bar) (one(":scope > .bar", host) ?? shown).replaceWith(...one(":scope > .bar", host) ? [bar] : [bar, shown]);
      foot.textContent = one("footer.site .zone", from ?? document)?.textContent ?? own.zone;
      if (legend) legend.hidden = isFiltered || note || content[0]?.matches(".agenda");
      if (elsewhere) elsewhere.hidden = asked.zone || busylife.opens() === dates.today();
      say(note);
      host.ariaBusy = null;
      busylife.refresh();
      aim();
      pick();
      dim();
      tell("load", { view: asked.view, section: content[0]?.dataset.section, title: title() });
      return true;
    };
    const title = () => `${one("h1", host)?.textContent.trim() ?? ""}`;

    /** Dims what is over today. */
    const dim = () => {
      for (const { dataset: { end }, classList } of all('[aria-current="date"] .entry', host))
        classList.toggle("past", end.includes("T") && Date.parse(end) <= Date.now());
    };

    const say = (text) => {
      one(".said", host)?.remove();
      if (text) shown.before(make("p", { className: "said", textContent: text }));
    };

    // ── A narrow month: the events of one day stand below it ──

    const pick = () => {
      one(".picked", host)?.remove();
      if (!one(".shown > .month", host)) return;
      shown.append(make("div", { className: "picked" }));
      one(".picked", host).ariaLive = "polite";
      const cell = one(`.shown td[data-date="${today}"]:not(.out)`, host) ?? one(".shown td:not(.out)", host);
      busylife.select(cell.dataset.date);
      tellDay(cell.dataset.date);
    };
    const tellDay = (date) => {
      const cell = one(`.shown td[data-date="${date}"]`, host);
      const picked = one(".picked", host);
      if (!cell || !picked) return;
      const events = all(".event", cell).map(copy);
      for (const event of events) {
        event.className += " row";
        // In the table arrows lead to it.
        if (event.matches("[href], [role]")) event.tabIndex = 0;
      }
      picked.replaceChildren(make("h2", { textContent: full(date) }),
        ...events.length ? events : [make("p", { textContent: none })]);
    };
    document.addEventListener("busylife:select", ({ detail }) => tellDay(detail.date));
    const isNarrow = () => {
      const event = one(".shown > .month .event", host);
      return event ? getComputedStyle(event).visibility === "hidden" : false;
    };

    // ── Following links ──

    const turn = (link) => {
      const { href } = link;
      // What can't be shown here is shown there, unless nothing is to lead there.
      const leave = () => { if (asked.link !== "none") window.open(href, `_${asked.link}`) };
      if (!engine) return leave();
      const section = link.matches("[data-today]") ? undefined : sectionOf(href);
      show(section, true).then((isShown) => {
        if (!isShown) return;
        // Focus stays on the same button.
        const buttons = all(".pager a", host).filter((button) => button.checkVisibility());
        const same = buttons.find(({ rel }) => rel === link.rel) ?? buttons[0];
        same?.focus({ preventScroll: true });
      }, leave);
    };
    // Keys that lead to a day of another month.
    document.addEventListener("busylife:wantday", (event) => {
      event.preventDefault();
      if (asked.view !== "calendar") return;
      const { date } = event.detail;
      // Where that month can't be shown, the focus stays where it is.
      show(dates.sections(date).calendar, true).then((isShown) => { if (isShown) busylife.focus(date) }, () => {});
    });
    host.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " " || !event.target.matches('a[role="button"]')) return;
      event.preventDefault();
      event.target.click();
    });
    host.addEventListener("auxclick", (event) => { if (asked.link === "none") event.preventDefault() });
    host.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.defaultPrevented || event.button) return;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const date = link.closest("[data-date]")?.dataset.date;
      if (link.closest(".pager") && (isPlain || asked.link === "none")) {
        event.preventDefault();
        turn(link);
      } else if (link.matches("td > .num, td > .more") && isPlain && (isNarrow() || asked.link === "none")) {
        event.preventDefault();
        busylife.select(date);
      }
      if (link.matches(".event")) {
        const { uid, start, end } = link.dataset;
        tell("select", { date: date ?? start.slice(0, 10), uid, start, end, href: link.href || undefined,
          title: one(".title, [dir]", link)?.textContent });
      } else if (date) tell("select", { date });
    });
    document.addEventListener("busylife:minute", () => {
      dim();
      // After midnight, what shows today moves on.
      if (today && dates.today() !== today && (asked.view === "agenda" || asked.view === "today")) show();
    });

    return (query) => {
      asked = read(query);
      return show();
    };
  };

  if (isFrame) {
    const root = document.documentElement;
    /** All of it is on the site for anybody to read, so whoever shows the frame may hear it. It listens to nobody. */
    const tell = (kind, detail) => {
      if (parent !== self) parent.postMessage({ busylife: kind, ...detail }, "*");
      if (kind === "load") measure();
    };
    const measure = () => tell("height", { height: Math.ceil(root.getBoundingClientRect().height) });
    const names = all("[data-legend]").map(({ dataset }) => dataset.legend);
    const show = busylife.embed(one("main"), root, tell, names);
    show(new URLSearchParams(location.search)).then(() => {
      new ResizeObserver(measure).observe(root);
      page.scripts = "ready";
    });
  } else load("embedding.js").catch(() => {});
}
