// The calendar over the agenda: two endless lists and one selected day, which both follow.

import { frame, frameOf } from "./frame.js";
import { pathOf, read, isKnown, zone, siteZone } from "./pages.js";
import { Scroller } from "./scroller.js";
import { all, one } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { names, phrase, spell, words } from "./words.js";

const { at, sections } = globalThis.busylife.dates;
const { busylife } = globalThis;
/** Removes a section's title: the days show their month themselves. */
const untitled = (element) => one(":scope > .leaf-title", element)?.remove();
/** Marks the first week of a month that began in the month before: it is already shown as that month's last week. */
const markShared = (element) => {
  const row = one("tbody tr", element);
  row.classList.toggle("shared", one("td", row).matches(".out"));
};
/** The path of the page that shows a date, and whether it was published. */
const pageOf = (view, date) => {
  const section = sections(date)[view];
  return [`${view}/${section}.html`, busylife.isPublished(view, section)];
};

export class Home {
  #weeks;
  #agenda;
  #side = one(".side");
  /** The day to which the agenda is scrolling. */
  #aim;
  /** How often it was told to go to a day. */
  #goings = 0;

  /** @param {{legend: (page: object) => void}} options updates the calendars from a page */
  constructor({ legend }) {
    this.legend = legend;
  }

  begin() {
    const prev = this.#neighbour("prev");
    const next = this.#neighbour("next");
    const base = frameOf(read(document, "calendar/index.html", true, document.baseURI));
    const page = (kind, selector) => {
      const section = one(selector);
      const id = section.dataset.section;
      const side = (neighbour) => neighbour && { ...neighbour, path: neighbour.path.replace(/^[a-z]+/, kind) };
      return {
        ...base, path: `${kind}/${id}.html`, view: kind, section: id, sections: [section],
        prev: side(prev), next: side(next),
      };
    };

    // The weekdays stay above the weeks.
    const table = one(".month table", this.#side);
    const weekdays = document.createElement("div");
    weekdays.className = "month weekdays";
    weekdays.ariaHidden = "true";
    const copy = table.cloneNode(false);
    copy.removeAttribute("role");
    copy.append(one("thead", table).cloneNode(true));
    weekdays.append(copy);
    const viewport = document.createElement("div");
    viewport.className = "weeks";
    const focused = document.activeElement;
    one(".month", this.#side).before(weekdays, viewport);
    viewport.append(one(".month[data-section]", this.#side));
    if (viewport.contains(focused)) focused.focus({ preventScroll: true });

    this.#weeks = new Scroller({
      host: viewport, viewport, limit: 12, isQuiet: true,
      adopt: (element) => { untitled(element); markShared(element); busylife.adopt(element) },
      onRest: () => this.#align(),
    });
    this.#weeks.begin(page("calendar", ".weeks .month[data-section]"));
    this.#agenda = new Scroller({
      host: one(".list"), limit: 3, edge: () => this.#head(), onTop: (leaf) => this.#onTop(leaf),
      adopt: untitled,
    });
    this.#agenda.begin(page("agenda", ".list .agenda[data-section]"));

    const expand = () => busylife.fold(false);
    viewport.addEventListener("wheel", expand, { passive: true });
    viewport.addEventListener("touchmove", expand, { passive: true });
    viewport.addEventListener("keydown", (event) => event.key.startsWith("Arrow") && expand());
    for (const kind of ["wheel", "touchmove"])
      one(".list").addEventListener(kind, () => { this.#aim = undefined; busylife.fold(true) }, { passive: true });
    addEventListener("scroll", () => this.#follow(), { passive: true });
    document.addEventListener("busylife:scrollstop", () => { this.#aim = undefined; this.#follow() });
    document.addEventListener("busylife:select", ({ detail }) => this.#reveal(detail.date));

    const state = history.state;
    const date = /^#d(\d{4,}-\d\d-\d\d)$/.exec(location.hash)?.[1] ?? state?.date ?? busylife.opens();
    this.go(date, "instant");
  }

  /** The pager's link, before anybody has scrolled. */
  #neighbour(rel) {
    const link = one(`.pager a[rel="${rel}"]`);
    const path = link && pathOf(link.href);
    return path ? { path, title: link.title, isKnown: isKnown(link.href) } : undefined;
  }

  /** The height of the fixed elements at the top: the bar, and on a phone the folded calendar. */
  #head() {
    return parseFloat(getComputedStyle(one(".list .day header")).top);
  }

  #onTop(leaf) {
    const { title } = document;
    const { section } = document.body.dataset;
    frame(leaf.page);
    document.title = title;
    document.body.dataset.section = section;
  }

  /** Selects the day at the top of the agenda in the calendar; in the gap between two days, the later one. */
  #follow() {
    if (this.#aim) return;
    const edge = this.#head() + 4;
    const day = all(".list .agenda > .day").find((day) => day.getBoundingClientRect().bottom > edge);
    // One line may stand for several days.
    if (day && one(`#d${busylife.selected()}`)?.closest(".day") !== day) busylife.select(day.dataset.date);
  }

  /** Scrolls the selected week into the calendar's view: to its top if only two weeks are visible. */
  async #reveal(date) {
    let cell = this.#cell(date);
    if (cell && !this.#weeks.isStale) this.#weeks.stay();
    else {
      if (!await this.#weeks.show(...pageOf("calendar", date)).catch(() => this.#failed(date))) return;
      cell = this.#cell(date);
    }
    if (!cell || this.#side.matches(":hover:has(.weeks:hover)") && !this.#side.classList.contains("folded")) return;
    const row = cell.parentNode.getBoundingClientRect();
    const view = one(".weeks").getBoundingClientRect();
    if (row.top < view.top - 1 || row.bottom > view.bottom + 1) this.#weeks.reveal(cell.parentNode);
  }

  /** Aligns the calendar with a week when it comes to rest. */
  #align() {
    const view = one(".weeks");
    const { top } = view.getBoundingClientRect();
    const row = all("tbody tr", view).find((row) => row.offsetParent && row.getBoundingClientRect().bottom > top + 1);
    if (!row) return;
    const box = row.getBoundingClientRect();
    const next = box.top + box.height / 2 < top;
    const by = next ? box.bottom - top : box.top - top;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (Math.abs(by) >= 1) view.scrollBy({ top: by, behavior: isStill ? "instant" : "smooth" });
  }

  #cell(date) {
    return all(`.weeks td[data-date="${date}"]`).find((cell) => cell.offsetParent);
  }

  /**
   * Selects a day and scrolls the agenda to it.
   * @returns {true}
   */
  go(date, behavior = "smooth", isFocused = false) {
    this.#aim = date;
    this.#goings += 1;
    busylife.select(date);
    this.#reveal(date);
    this.#show(date, behavior).then(() => { if (isFocused) busylife.focus(date) });
    return true;
  }

  async #show(date, behavior) {
    const find = () => one(`.list .agenda [data-date="${date}"]`)?.closest(".day");
    if (find() && !this.#agenda.isStale) this.#agenda.stay();
    else {
      if (!await this.#agenda.show(...pageOf("agenda", date)).catch(() => this.#failed(date))) return;
      behavior = "instant";
    }
    const day = find();
    if (!day) return;
    unnotice("failed");
    const was = scrollY;
    this.#agenda.reveal(day, behavior);
    if (behavior === "instant" || scrollY === was && Math.abs(day.getBoundingClientRect().top - this.#head()) < 2) {
      this.#agenda.update();
      requestAnimationFrame(() => { if (this.#aim === date) this.#aim = undefined });
    }
  }

  /** A day can't be shown now: the visible one is selected again. */
  #failed(date) {
    if (this.#aim !== date) return;
    this.#aim = undefined;
    const title = spell(names.month, at(date), names);
    notice("failed", phrase(words.failed, { title }), { label: words.retry, act: () => this.go(date, "instant") });
    this.#follow();
  }

  /** Goes to the month before or after that of the agenda. */
  turn(rel) {
    const neighbour = this.#agenda.top?.page[rel];
    if (!neighbour) return false;
    this.go(`${/\/(.+)\.html$/.exec(neighbour.path)[1]}-01`);
    return true;
  }

  async redraw() {
    const date = busylife.selected() ?? busylife.today();
    this.#aim = date;
    const goings = this.#goings;
    const [leaf] = await Promise.all([
      this.#agenda.renew(...pageOf("agenda", date)), this.#weeks.renew(...pageOf("calendar", date)),
    ]);
    if (leaf) this.legend(leaf.page);
    // The reader may have gone elsewhere meanwhile, and may be there already.
    if (this.#goings === goings) this.go(date, "instant");
  }

  keep() {
    const date = busylife.selected();
    const url = new URL(location.href);
    // The day in the address is where the visit began, and not the current position.
    url.hash = "";
    if (zone() === siteZone) url.searchParams.delete("tz");
    else url.searchParams.set("tz", zone());
    if (date) history.replaceState({ date }, "", url);
  }

  restore(state) {
    if (state?.date) this.go(state.date, "instant");
  }
}
