// The rows of a week in which some events are left out. Like embedded.js a classic script; pages import it.

{
  const { busylife } = globalThis;
  const one = (selector, root) => root.querySelector(selector);
  const all = (selector, root) => [...root.querySelectorAll(selector)];

  /**
   * Gives the events of a week the rows that are free, and marks those that have no room: as the core does for all of
   * its events.
   * @param {Element} week the row of a month, or a grid
   * @param {(event: HTMLElement) => boolean} isShown what is not shown takes no row and has
   * `data-out`
   */
  busylife.restack = (week, isShown = () => true) => {
    // Days that are divided into columns have no bars.
    if (week.matches(".rooms")) return;
    // A month's cell has three rows if there are more than four.
    const [most, shown] = week.matches("tr") ? [4, 3] : [6, 6];
    /** Of each event its parts; what does not last has one. */
    const events = {};
    const days = all("[data-date]", week).map((root) => ({ root, taken: new Set() }));
    for (const day of days) for (const item of all(".band li, td > ul > li", day.root)) {
      const event = one(".event[data-start]", item);
      item.removeAttribute("data-over");
      const isOut = !event || !isShown(event);
      item.toggleAttribute("data-out", isOut);
      if (isOut) continue;
      const isBar = item.matches(".lasting");
      const { uid, start, end } = event.dataset;
      let key = isBar ? `${uid} ${start} ${end}` : Object.keys(events).length;
      // Two instances of a series may have the same times.
      while (events[key]?.parts.some((part) => part.day === day)) key += "+";
      (events[key] ??= { isBar, row: 0, parts: [] }).parts.push({ item, day });
    }
    // Bars are first, the longest before others.
    const sorted = Object.values(events)
      .sort((one, other) => other.isBar - one.isBar || other.parts.length - one.parts.length);
    for (const event of sorted) {
      while (event.parts.some(({ day }) => day.taken.has(event.row))) event.row += 1;
      for (const { item, day } of event.parts) {
        day.taken.add(event.row);
        item.className = item.className.replace(/\bt\d+/, `t${event.row}`);
      }
    }
    for (const day of days) day.isFull = [...day.taken].some((row) => row >= most);
    // A bar has room on all its days or on none.
    for (const { row, parts } of sorted)
      if (row >= shown && parts.some(({ day }) => day.isFull)) for (const { day } of parts) day.isFull = true;
    for (const { row, parts } of sorted) for (const { item, day } of parts)
      item.toggleAttribute("data-over", row >= shown && day.isFull);
    // The rows above the hours, with one for what has no room.
    const height = Math.max(...days.map(({ isFull, taken }) => isFull ? shown + 1 : Math.max(-1, ...taken) + 1));
    week.className = week.className.replace(/\bb\d\b/, `b${height}`);
  };

  /**
   * Says on a day how many of its events have no room.
   * @param {(count: number) => {textContent: string, ariaLabel?: string}} link what the link to them says
   */
  busylife.tellOver = (day, link) => {
    const count = all("[data-over]", day).length;
    let more = one(":scope > .more, .band > .more", day);
    if (!count) return more?.remove();
    if (!more) {
      more = Object.assign(document.createElement("a"), { className: "more", href: one(".num", day).href });
      (one(".band", day) ?? day).append(more);
    }
    return Object.assign(more, link(count));
  };
}
