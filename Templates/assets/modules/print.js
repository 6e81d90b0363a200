// print.html: lays out any days for paper, of the published pages and beyond, in the reader's zone. The address says
// what is chosen: from=, to=, view=agenda|calendar, calendar=, paper=a4|letter.

import { dress } from "./paper.js";
import * as pages from "./pages.js";
import { all, make, one, style } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { names, phrase, spell, words } from "./words.js";
import { words as own } from "./print-words.js";

const { busylife } = globalThis;
const { at, plus, sections } = busylife.dates;
const { body } = document;
/** The days that are laid out at once, at most: two years. */
const most = 732;
const views = ["agenda", "calendar"];
const papers = { a4: "A4", letter: "Letter" };

const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(at(text)) && plus(text, 0) === text;
const fullDay = (date) => spell(names.fullDay, at(date), names);
const monthsOf = (from, to) => {
  const months = [];
  for (let date = from; date <= to; date = plus(date, 1)) {
    const month = sections(date).calendar;
    if (months.at(-1) !== month) months.push(month);
  }
  return months;
};

// ── What is chosen ───────────────────────────────────────────────────────────────────────────────

const place = one(".printing");
/** The published months, in order. */
const publishedMonths = all(".dates a[href*='calendar/']", place)
  .map(({ href }) => href.match(/(\d+-\d\d)\.html$/)?.[1]);
/** This month, or the nearest published one. */
const nearest = () => {
  const month = sections(busylife.opens()).calendar;
  const [first = month] = publishedMonths;
  const last = publishedMonths.at(-1) ?? month;
  return month < first ? first : month > last ? last : month;
};
const parts = document.importNode(one("template", place).content, true);
const labelled = (text, control) => make("label", {}, make("span", { textContent: text }), control);
const date = (name) => make("input", { type: "date", name, required: true, min: "0001-01-01", max: "9999-12-31" });
const [from, to] = [date("from"), date("to")];
const view = one("[name=view]", parts);
const paper = make("select", { name: "paper" },
  ...Object.entries(papers).map(([value, textContent]) => make("option", { value, textContent })));
const calendars = one("fieldset", parts);
const form = make("form", { className: "choices" }, labelled(own.from, from), labelled(own.to, to),
  labelled(own.layout, view), labelled(own.paper, paper), calendars, one("button", parts));
const shown = make("div", { className: "shown" });

/** Where Letter is the usual paper. */
const isLetter = () => /-(US|CA|MX|CL|CO|CR|DO|GT|PA|PH|PR|SV|VE)\b/.test(navigator.language);

/** Fills the form from the address; what it says wrongly is as if it said nothing. */
const read = () => {
  const query = new URLSearchParams(location.search);
  const first = `${nearest()}-01`;
  from.value = isDate(query.get("from")) ? query.get("from") : first;
  const last = plus(busylife.dates.turned(`${from.value.slice(0, 8)}01`, "calendar", 1), -1);
  to.value = isDate(query.get("to")) ? query.get("to") : last;
  view.value = views.includes(query.get("view")) ? query.get("view") : views[0];
  paper.value = query.get("paper") in papers ? query.get("paper") : isLetter() ? "letter" : "a4";
  const wanted = query.get("calendar")?.split(",").map((name) => name.trim()).filter(Boolean);
  const hidden = busylife.hidden();
  for (const box of boxes()) box.checked = wanted?.length ? wanted.includes(box.value) : !hidden.includes(box.value);
};
const boxes = () => all("[name=calendar]", calendars);

/** Keeps the last day within two years after the first, in the field too. */
const limit = () => {
  const end = plus(from.value, most - 1);
  Object.assign(to, { min: from.value, max: end });
  if (to.value > end) to.value = end;
  else if (to.value < from.value) to.value = from.value;
};

/** Writes the choice into the address, from where it can be shared and printed again. */
const remember = () => {
  const query = new URLSearchParams({ from: from.value, to: to.value });
  if (view.value !== views[0]) query.set("view", view.value);
  const checked = boxes().filter((box) => box.checked);
  if (checked.length < boxes().length) query.set("calendar", checked.map(({ value }) => value).join(","));
  query.set("paper", paper.value);
  if (pages.zone() !== pages.siteZone) query.set("tz", pages.zone());
  history.replaceState(history.state, "", `?${query}`);
};

// ── The days ─────────────────────────────────────────────────────────────────────────────────────

/** The reader's own calendars are on pages of this visit, and not in the form yet. */
const addCalendars = (page) => {
  for (const item of all("[data-legend]", page.document)) {
    const { legend } = item.dataset;
    if (boxes().some(({ value }) => value === legend)) continue;
    calendars.append(make("label", {},
      make("input", { type: "checkbox", name: "calendar", value: legend, checked: true }),
      make("span", { className: `dot ${item.className}`, textContent: item.textContent })));
  }
  calendars.hidden = boxes().length < 2;
};

/** Leaves out events of other calendars. What is said of whole days is then not said. */
const filter = (part) => {
  const chosen = boxes().filter((box) => box.checked).map(({ value }) => value);
  if (chosen.length === boxes().length) return;
  for (const event of all(".event[data-calendar]", part)) {
    const { calendar, others = "" } = event.dataset;
    if (![calendar, ...others.split(" ")].some((name) => chosen.includes(name))) event.closest("li").remove();
  }
  for (const busy of all("p.busy", part)) busy.remove();
};

const agenda = (opened) => {
  const list = make("div", { className: "agenda" });
  for (const page of opened) {
    for (const day of all(".agenda > .day", page.document)) {
      const { date } = day.dataset;
      if (date >= from.value && date <= to.value) list.append(document.importNode(day, true));
    }
  }
  filter(list);
  for (const day of all(".day", list)) if (!one(".event, .notes", day)) day.classList.add("empty");
  const isEmpty = !one(".day:not(.empty)", list);
  if (isEmpty) list.replaceChildren(make("p", { textContent: place.dataset.none }));
  else for (const day of all(".empty", list)) day.remove();
  const days = [...new Set([from.value, to.value])].map(fullDay).join(" – ");
  return [make("h2", { className: "range", textContent: days }), list];
};

/** Months one after the other. A day that two of them have stands in its own, and days beyond the range are empty. */
const months = (opened) => opened.flatMap((page) => {
  const month = document.importNode(one(".month[data-section]", page.document), true);
  for (const cell of all("td[data-date]", month)) {
    const { date } = cell.dataset;
    if (!cell.matches(".out") && date >= from.value && date <= to.value) continue;
    for (const part of all("ul, .more", cell)) part.remove();
    cell.dataset.busy = 0;
  }
  filter(month);
  return [make("h2", { className: "range", textContent: page.title }), month];
});

/** Counts what was asked for: only the last is shown. */
let count = 0;

/** Lays out what is chosen. @returns whether it is shown */
const draw = async () => {
  const mine = ++count;
  const main = one("main");
  main.ariaBusy = "true";
  unnotice("failed");
  let title = from.value;
  try {
    const opened = await Promise.all(monthsOf(from.value, to.value).map((month) => {
      title = month;
      return pages.open(`${view.value}/${month}.html`, busylife.isPublished(view.value, month));
    }));
    if (mine !== count) return false;
    addCalendars(opened[0]);
    const content = view.value === "agenda" ? agenda(opened) : months(opened);
    const named = boxes().length > 1 ? boxes().filter((box) => box.checked) : [];
    const legend = named.map(({ nextSibling: { className, textContent } }) =>
      make("li", { className: className.replace("dot ", ""), textContent }));
    shown.replaceChildren(...content, make("section", { className: "legend" }, make("ul", {}, ...legend)));
    for (const part of content) busylife.adopt(part);
    const zone = one("footer.site .zone");
    zone.textContent = one("footer.site .zone", opened[0].document)?.textContent ?? zone.textContent;
    body.dataset.paper = `${paper.value}${view.value === "calendar" ? "-wide" : ""}`;
    remember();
    dress();
    main.ariaBusy = null;
    return true;
  } catch (error) {
    if (mine !== count) return false;
    main.ariaBusy = null;
    if (error.kind === "zone") throw error;
    notice("failed", error.kind === "network" ? phrase(words.failed, { title }) : error.message,
      { label: words.retry, act: draw });
    return false;
  }
};

/** @returns {Promise<() => Promise<boolean>>} draws again, in another zone or with other calendars */
export const begin = async () => {
  await style("paper.css");
  for (const plain of all(".plain", place)) plain.remove();
  place.append(one(".lede", parts), form, shown);
  read();
  calendars.hidden = boxes().length < 2;
  limit();
  form.addEventListener("change", () => {
    if (!from.value || !to.value || !from.validity.valid) return;
    limit();
    draw();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await draw()) print();
  });
  await draw();
  return draw;
};
