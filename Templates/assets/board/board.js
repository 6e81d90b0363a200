// board.html on a wall: follows the clock, leaves out what has no room, and shows the next build by itself.
{
  const root = document.documentElement;
  const main = document.querySelector("main");
  const { zone } = document.body.dataset;
  /** How often the build is asked for, in ms, and at most after failures. */
  const [usual, most] = [60_000, 600_000];

  // ── The clock ──────────────────────────────────────────────────────────────────────────────────

  /** The milliseconds that the zone, written UTC±h[:mm], is ahead of UTC; undefined for a name. */
  const ahead = () => {
    const match = /^UTC(?:([+-])(\d{1,2})(?::?(\d\d))?)?$/.exec(zone);
    if (!match) return undefined;
    const [, sign, hours = 0, minutes = 0] = match;
    return (sign === "-" ? -1 : 1) * (hours * 60 + +minutes) * 60_000;
  };

  /** The wall time of the zone, as a date of UTC. */
  const wall = () => {
    const offset = ahead();
    if (offset !== undefined) return new Date(Date.now() + offset);
    const part = {};
    const format = (timeZone) => new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    });
    let parts;
    try {
      parts = format(zone).formatToParts();
    } catch {
      // A zone that this screen's browser does not know: then the screen's own.
      parts = format().formatToParts();
    }
    for (const { type, value } of parts) part[type] = +value;
    return new Date(Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute));
  };

  const tell = (now) => {
    const clock = document.querySelector(".clock");
    clock.hidden = false;
    clock.textContent = new Intl.DateTimeFormat(root.lang, { timeStyle: "short", timeZone: "UTC" }).format(now);
  };

  // ── What there is room for ─────────────────────────────────────────────────────────────────────

  /** Today's entries, those that go first when there is no room first: what is over, then the latest. */
  const expendable = (today) => {
    const all = [...today.querySelectorAll("li:not(.rest)")];
    const past = all.filter((entry) => entry.matches(".past"));
    return [...past, ...all.filter((entry) => !entry.matches(".past")).reverse()];
  };

  const fit = (today) => {
    const list = today.querySelector("ul");
    list.querySelector(".rest")?.remove();
    for (const entry of list.children) entry.classList.remove("unseen");
    const others = main.querySelectorAll(".day:not(.over, .today)").length;
    const isNarrow = matchMedia("(orientation: portrait)").matches;
    const { top, height } = main.getBoundingClientRect();
    const end = top + height * (isNarrow && others ? .62 : 1);
    const fits = () => {
      const [first, last] = [today, list.lastElementChild].map((element) => element.getClientRects());
      // A list that is too long goes on in the next column.
      return first.length < 2 && last[0].bottom <= end + 1;
    };
    let left = 0;
    const candidates = expendable(today);
    while (candidates.length > 1 && !fits()) {
      candidates.shift().classList.add("unseen");
      left += 1;
      const rest = list.querySelector(".rest") ?? list.appendChild(Object.assign(document.createElement("li"),
        { className: "rest" }));
      rest.textContent = `+${new Intl.NumberFormat(root.lang).format(left)}`;
    }
  };

  const arrange = () => {
    const now = wall();
    tell(now);
    const date = now.toISOString().slice(0, 10);
    const days = [...main.querySelectorAll(".day")];
    main.classList.add("live");
    for (const day of days) {
      day.classList.toggle("over", day.dataset.date < date);
      day.classList.toggle("today", day.dataset.date === date);
      if (day.dataset.date === date) day.setAttribute("aria-current", "date");
      else day.removeAttribute("aria-current");
    }
    const instant = Date.now();
    for (const entry of main.querySelectorAll(".event[data-start*='T']")) {
      const [start, end] = [entry.dataset.start, entry.dataset.end].map((text) => Date.parse(text));
      entry.classList.toggle("past", Math.max(start + 1, end) <= instant);
      // What lasts is on each of its days, and is present on one.
      entry.classList.toggle("now", start <= instant && instant < end && entry.closest(".today") !== null);
    }
    const today = main.querySelector(".today");
    if (today) fit(today);
  };

  /** At the beginning of each minute. */
  const follow = () => {
    arrange();
    setTimeout(follow, 60_000 - Date.now() % 60_000 + 20);
  };
  follow();
  addEventListener("resize", arrange);
  document.fonts?.ready.then(arrange);

  // ── The next build ─────────────────────────────────────────────────────────────────────────────

  /** The page as the host has it. The browser asks whether its copy is still good, and seldom loads it again. */
  const page = async (cache) => {
    const answer = await fetch(location.pathname, { cache, credentials: "same-origin" });
    const text = answer.ok ? await answer.text() : "";
    if (!text.includes('data-view="board"')) throw new Error(`answer ${answer.status}`);
    return text;
  };

  const watch = async () => {
    let shown = await page("force-cache").catch(() => undefined);
    let wait = usual;
    for (;;) {
      // Many boards do not ask at once.
      await new Promise((resolve) => { setTimeout(resolve, wait * (1 + Math.random() / 5)); });
      try {
        const text = await page("no-cache");
        wait = usual;
        if (shown !== undefined && text !== shown) return location.reload();
        shown = text;
      } catch {
        wait = Math.min(wait * 2, most);
      }
    }
  };
  if (location.protocol !== "file:") watch();
}
