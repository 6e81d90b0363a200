// Buttons that copy an event or the address of a feed, the list of programs of an event, and the date of a series: the
// next, or that which the address names. Runs from any folder, file: included.
{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const plain = (node) => node?.textContent.replace(/\s+/g, " ").trim();
  const isOnline = /^https?:$/.test(location.protocol);

  // ── Addresses that the build did not know ──────────────────────────────────────────────────────

  // They are those of the site as it is being read; from a folder there are none.
  for (const feed of isOnline ? all(".feed[data-unknown]") : []) {
    const link = one(".address a", feed);
    const webcal = link.href.replace(/^https?/, "webcal");
    one("bdi", link).textContent = link.href;
    for (const program of all(".programs a", feed)) {
      const { start, webcal: isWebcal } = program.dataset;
      const address = isWebcal === undefined ? link.href : webcal;
      program.href = start ? start + encodeURIComponent(address) : address;
    }
    feed.removeAttribute("data-unknown");
    one(".unknown")?.remove();
  }

  // ── A date of a series ─────────────────────────────────────────────────────────────────────────

  const { body } = document;
  /** Where the page says what a date may say otherwise. */
  const homes = { ".title": "h1", ".place": ".venue", ".joins": "dd:has(.join)", ".prose": ".prose > div" };

  const askedDate = () => /^#\d/.test(location.hash) && location.hash.slice(1);
  const listed = (date) => one(`.dates > [id="${CSS.escape(date)}"]`);
  const timeOf = (item) => one("time", item).dateTime;
  /** Whether a listed date is over: those of a day end with it. */
  const isOver = ({ dataset: { end } }) =>
    end.includes("T") ? Date.parse(end) <= Date.now() : end <= globalThis.busylife.today();
  /** The next of the listed dates, or the last if the series is over; undefined if more follow than are listed. */
  const next = () => {
    const { end } = one(".dates").dataset;
    const dates = all(".dates > [id][data-end]:not(.cancelled)");
    // After the last that is listed anyway, only those are at which something is different.
    const coming = dates.find((item) => !isOver(item) && !(Date.parse(timeOf(item)) > Date.parse(end)));
    return coming ?? (end ? undefined : dates.at(-1));
  };

  /** The address of a program with the times of another date, in the form that it has: a date, local or of UTC. */
  const timed = (href, times) => href.replace(/\b(startdt|enddt|dates)=([^&]*)/g, (_, name, value) => {
    const written = (time) => value.endsWith("Z") ? `${new Date(time).toISOString().slice(0, 19)}Z` : time.slice(0, 19);
    return `${name}=${name === "dates" ? times.map(written).join("/").replace(/[-:]/g, "")
      : written(times[+(name === "enddt")])}`;
  });

  /** Shows first the listed date that the address names, `#2026-12-03`, otherwise the next: the page itself shows the
      first of the month in which it was built. */
  const showDate = () => {
    const sheet = one(".sheet");
    const asked = askedDate();
    const item = asked ? listed(asked) : next();
    // What has been shown stays, though it may be over in the meantime.
    if (!item || sheet.dataset.date) return;
    sheet.dataset.date = item.id;
    item.ariaCurrent = "date";
    const items = all(".dates > *");
    if (!asked && !isOver(item)) for (const past of items.slice(0, items.indexOf(item))) past.hidden = true;
    const head = one(".event-head", sheet);
    const made = document.createDocumentFragment();
    made.append(...item.cloneNode(true).children);
    const [was, time] = [one("time", head), one("time", made)];
    const link = one("a", made);
    link?.replaceWith(time);
    const button = one(".actions .copy", sheet);
    // It says the zone, too.
    if (button) button.dataset.when = button.dataset.when.replace(was.textContent, () => time.textContent);
    const day = one(".actions > a", sheet);
    if (link && day) Object.assign(day, { href: link.href, textContent: link.dataset.label });
    // These programs take one date alone, with the texts of the date that the page shows.
    const isOther = [head, made].some((part) => one(Object.keys(homes).join(), part))
      || was.dateTime.includes("T") !== time.dateTime.includes("T");
    if (was.dateTime !== time.dateTime) for (const program of all(".adding li:has(small)", sheet)) {
      const link = one("a", program);
      if (isOther) program.remove();
      else link.href = timed(link.href, [time.dateTime, item.dataset.end]);
    }
    // The page is that of the series; where one date is asked for, it is that of the date.
    for (const [part, home] of asked ? Object.entries(homes) : []) {
      const [from, to] = [one(part, made), one(home)];
      if (!from || !to) continue;
      if (part === ".title") document.title = document.title.replace(plain(to), () => plain(from));
      to.replaceChildren(...from.childNodes);
      from.remove();
      // The series has a text, or a meeting, and this date has none.
      if (!plain(to)) to.closest("section, .facts > div")?.remove();
    }
    head.replaceChildren(made, ...all(":scope > .repeats", head));
  };
  if (one(".dates")) {
    // The script of all pages, which knows today, may come after this one.
    if (globalThis.busylife) showDate();
    else addEventListener("DOMContentLoaded", showDate, { once: true });
    // The address leads to the list, where those who read without scripts find the date.
    const [navigation] = performance.getEntriesByType("navigation");
    const toTop = () => { if (location.hash && one(".dates [aria-current]")) scrollTo(0, 0) };
    if (navigation?.type === "navigate") addEventListener("load", () => requestAnimationFrame(toTop), { once: true });
    document.addEventListener("busylife:refresh", showDate);
    // A date that the page does not list is drawn by the engine, once all scripts are there.
    new MutationObserver(async (_, observer) => {
      observer.disconnect();
      const asked = askedDate();
      if (asked ? listed(asked) : !one(".dates").dataset.end || next()) return;
      const now = asked ? undefined : `#${globalThis.busylife.dates.clock().toISOString().slice(0, 19)}`;
      const { draw } = await import(new URL("beyond.js", body.dataset.engine));
      await draw(`event/${body.dataset.section}.html`, true, now);
    }).observe(body, { attributeFilter: ["data-scripts"] });
    addEventListener("hashchange", ({ oldURL, newURL }) => {
      if (/#\d/.test(oldURL + newURL)) location.reload();
    });
  }

  // ── Copying ────────────────────────────────────────────────────────────────────────────────────

  /** An event as people write it into a letter: what, when, how often, where, and the address of its page. */
  const eventText = (button) => {
    const place = [one(".venue bdi"), one(".venue .city")].map(plain).filter(Boolean).join(", ");
    const address = one('link[rel="canonical"]')?.href ?? (isOnline ? location.href.replace(/#.*/, "") : "");
    return [plain(one("h1")), button.dataset.when, plain(one(".repeats")?.lastChild), place, address]
      .filter(Boolean).join("\n");
  };

  const put = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Browsers give pages a clipboard over https alone, but let them copy what is selected.
      const focused = document.activeElement;
      const field = document.createElement("textarea");
      field.value = text;
      field.className = "vh";
      document.body.append(field);
      field.select();
      const isDone = document.execCommand("copy");
      field.remove();
      focused?.focus({ preventScroll: true });
      return isDone;
    }
  };

  // It exists from the start: a region that is added together with its text is often not announced.
  const said = document.createElement("p");
  said.className = "vh";
  said.role = "status";
  document.body.append(said);

  const copy = async (button) => {
    const feed = button.closest(".address");
    if (!await put(feed ? plain(one("a", feed)) : eventText(button))) return;
    const { done } = button.dataset;
    button.dataset.word ??= button.textContent;
    said.textContent = button.textContent = done;
    setTimeout(() => {
      button.textContent = button.dataset.word;
      said.textContent = "";
    }, 2000);
  };

  // ── The list of programs ───────────────────────────────────────────────────────────────────────

  const close = (except) => {
    for (const list of all(".adding[open]")) if (list !== except) list.open = false;
  };
  addEventListener("keydown", ({ key }) => {
    const list = key === "Escape" && one(".adding[open]");
    if (!list) return;
    if (list.contains(document.activeElement)) one("summary", list).focus();
    close();
  });
  addEventListener("click", ({ target }) => {
    const button = target.closest?.("button.copy");
    if (button) copy(button);
    close(target.closest?.(".adding"));
  });
}
