// The search: a box in the head of every page, loaded when the reader first asks for it, and the page search.html.

import { find, prepare } from "./finder.js";
import { button, make, one, style } from "./make.js";
import { root } from "./pages.js";
import { words } from "./search-words.js";
import { phrase, words as usual } from "./words.js";

const link = one("header.site a.search");
const label = link?.textContent.trim() ?? one("h1")?.textContent ?? "";

// ── Results ──────────────────────────────────────────────────────────────────────────────────────

/** The parts of a text, every second one marked. */
const marked = (parts) => parts.map((text, index) => index % 2 ? make("mark", { textContent: text }) : text);
const href = (path) => new URL(path, root).href;

const result = (item) => {
  const made = make("a", { className: "result", href: href(item.href) });
  const title = make("span", { className: "name" }, ...marked(item.title));
  if (item.color) made.append(make("span", { className: `dot ${item.color}`, ariaHidden: "true" }));
  made.append(title);
  const facts = [];
  if (item.time) facts.push(make("time", { dateTime: item.start, textContent: item.time }));
  if (item.place) facts.push(make("bdi", {}, ...marked(item.place)));
  if (item.calendar) facts.push(make("bdi", { textContent: item.calendar }));
  // No line begins with a point.
  made.append(make("span", { className: "meta" },
    ...facts.flatMap((fact, index) => index ? ["\u00a0· ", fact] : [fact])));
  if (item.excerpt) made.append(make("span", { className: "excerpt", dir: "auto" }, ...marked(item.excerpt)));
  return make("li", {}, made);
};

/** The results of an answer, under a heading for each day. */
const groups = (answer) => {
  const parts = [];
  let wasPast = false;
  for (const group of answer.groups) {
    if (group.isPast && !wasPast) parts.push(make("p", { className: "past", textContent: words.past }));
    wasPast = group.isPast;
    const heading = group.heading && make("h2", {},
      make("a", { href: href(group.href) }, make("time", { dateTime: group.date, textContent: group.heading })));
    parts.push(make("section", {}, heading ?? "", make("ul", {}, ...group.results.map(result))));
  }
  return parts;
};

/** Shows what is found of what is asked for, in the order of asking. */
class Results {
  #asked = 0;
  /** @param {() => void} [more] asks for further ones */
  constructor(more) {
    this.status = make("p", { className: "status" });
    this.status.setAttribute("role", "status");
    this.list = make("div", { className: "results" });
    this.more = more && button(words.more, more, { hidden: true });
  }

  async show(query) {
    const asked = ++this.#asked;
    const isEmpty = !query.text.trim() && !query.calendar && !query.category && !query.place;
    if (isEmpty) return this.#put({ count: 0, groups: [] }, "");
    try {
      const answer = await find(query);
      if (asked !== this.#asked) return;
      const { count, isMore } = answer;
      const said = count === 0 ? (isMore ? words.noneSoFar : words.none)
        : phrase(isMore ? words.foundMore : words.found, { count });
      this.#put(answer, said);
    } catch (error) {
      console.warn(error);
      if (asked === this.#asked) this.#put({ count: 0, groups: [] }, usual.plain);
    }
  }

  #put(answer, said) {
    const shown = answer.groups.reduce((number, group) => number + group.results.length, 0);
    this.list.replaceChildren(...groups(answer));
    if (this.more) this.more.hidden = !(shown < answer.count || answer.isMore);
    this.status.textContent = said;
    document.dispatchEvent(new CustomEvent("busylife:found", { detail: { count: answer.count } }));
  }

  /** The arrow keys go from the box into the results and through them. */
  keys(input, host) {
    host.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const links = [...this.list.querySelectorAll("a.result")];
      const at = links.indexOf(document.activeElement);
      if (at < 0 && (document.activeElement !== input || event.key === "ArrowUp")) return;
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
      event.preventDefault();
    });
  }
}

const field = () => {
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: false, enterKeyHint: "search" });
  input.ariaLabel = label;
  input.placeholder = words.placeholder;
  return input;
};

/** Calls `act` a little after the last of several changes. */
const settled = (act) => {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, 120);
  };
};

// ── The box in the head ──────────────────────────────────────────────────────────────────────────

let box;
const address = (text) => {
  const url = new URL("search.html", root);
  if (text) url.searchParams.set("q", text);
  return url.href;
};

let place;
/** Settles when search.html has its own field. */
const placed = new Promise((resolve) => { place = resolve });

/** Gives what opens the box in the head, or focuses the field of search.html. */
export const ready = async () => {
  await style("search.css");
  if (document.body.dataset.view === "search") await placed;
  return open;
};

const open = () => {
  const there = one(".searching input") ?? box?.input;
  if (there) return there.focus();
  const input = field();
  const results = new Results();
  const all = make("a", { className: "all", textContent: words.all, href: address("") });
  const found = make("div", { className: "found", hidden: true }, results.status, results.list, all);
  const form = make("search", { className: "search-box" }, input, found);
  box = { input, form };
  link.before(form);
  link.hidden = true;
  document.body.classList.add("is-searching");
  const close = (isBack) => {
    form.remove();
    link.hidden = false;
    document.body.classList.remove("is-searching");
    box = undefined;
    removeEventListener("pointerdown", outside, true);
    document.removeEventListener("busylife:refresh", show);
    if (isBack) (link.checkVisibility() ? link : one(".options"))?.focus();
  };
  const outside = (event) => { if (!form.contains(event.target)) close(false) };
  addEventListener("pointerdown", outside, true);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close(false);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close(true);
      event.preventDefault();
    } else if (event.key === "Enter" && event.target === input) location.href = address(input.value.trim());
  });
  const show = async () => {
    all.href = address(input.value.trim());
    await results.show({ text: input.value, limit: 12 });
    found.hidden = !input.value.trim();
  };
  input.addEventListener("input", settled(show));
  // The box may be there before the page is in the zone of the reader.
  document.addEventListener("busylife:refresh", show);
  results.keys(input, form);
  input.focus();
  prepare().catch(() => {});
};

// ── search.html ──────────────────────────────────────────────────────────────────────────────────

/** The names that the page lists, by which results can be filtered. */
const choices = (kind) => [...document.querySelectorAll(`[data-filter="${kind}"] [data-value]`)]
  .map((item) => [item.dataset.value, item.dataset.label ?? item.dataset.value]);

const chooser = (name, first, options) => {
  const select = make("select", { name }, make("option", { value: "", textContent: first }),
    ...options.map(([value, textContent]) => make("option", { value, textContent })));
  select.ariaLabel = first;
  return select;
};

/** Shows the page: the box, what results are limited to, and what is found. */
export const page = async () => {
  const host = one(".searching");
  await style("search.css");
  const input = field();
  const first = Number.parseInt(document.body.dataset.windowFrom, 10);
  const last = Number.parseInt(document.body.dataset.windowTo, 10);
  const years = Array.from({ length: Math.max(0, Math.min(last - first + 1, 60)) }, (_, at) => `${first + at}`);
  const filters = {
    calendar: chooser("calendar", words.allCalendars, choices("calendar")),
    category: chooser("category", words.allCategories, choices("category")),
    place: chooser("place", words.allPlaces, choices("place")),
    when: chooser("when", words.anyTime,
      [["future", words.future], ["past", words.past], ...years.map((year) => [year, year])]),
  };
  let limit = 20;
  const query = () => ({
    text: input.value, limit, ...Object.fromEntries(Object.entries(filters).map(([name, { value }]) => [name, value])),
  });
  const results = new Results(async () => {
    const at = results.list.querySelectorAll("a.result").length;
    limit += 40;
    await results.show(query());
    // The focus would be lost with the button.
    if (results.more.hidden || document.activeElement === document.body)
      results.list.querySelectorAll("a.result")[at]?.focus();
  });
  const search = make("search", { className: "query" }, input,
    make("div", { className: "filters" }, ...Object.values(filters).filter((select) => select.options.length > 1)));
  host.prepend(search, results.status, results.list, results.more);

  const show = async () => {
    const asked = query();
    const isEmpty = !asked.text.trim() && !asked.calendar && !asked.category && !asked.place;
    host.classList.toggle("asked", !isEmpty);
    await results.show(asked);
  };
  const keep = () => {
    const url = new URL(location.href);
    url.search = "";
    if (input.value.trim()) url.searchParams.set("q", input.value.trim());
    for (const [name, { value }] of Object.entries(filters)) if (value) url.searchParams.set(name, value);
    history.replaceState(history.state, "", url);
  };
  const changed = () => {
    limit = 20;
    keep();
    return show();
  };
  const read = () => {
    const asked = new URL(location.href).searchParams;
    input.value = asked.get("q") ?? "";
    for (const [name, select] of Object.entries(filters)) {
      const value = asked.get(name) ?? "";
      // The page lists only the names of most events.
      if (value && ![...select.options].some((option) => option.value === value))
        select.append(make("option", { value, textContent: value }));
      select.value = value;
    }
  };
  input.addEventListener("input", settled(changed));
  for (const select of Object.values(filters)) select.addEventListener("change", changed);
  results.keys(input, host);
  document.addEventListener("busylife:refresh", show);
  addEventListener("popstate", () => {
    read();
    show();
  });
  read();
  if (!location.hash) input.focus({ preventScroll: true });
  place();
  await show();
};
