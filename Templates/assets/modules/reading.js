// How the reader likes pages: the clock, the first day of the week, weekends, density, folded hours. Settings stay in
// this browser. Rules of style are stored with them, so that site.js has them before anything is drawn.

import { settings, store } from "./liked.js";
import { make } from "./make.js";
import { said } from "./places.js";
import { words } from "./reading-words.js";
import { names } from "./words.js";

/** Rules of each setting that is one of style. */
const rules = {
  noWeekends: `
    :is(.month, .small) .we, .week > .we { display: none }
    .lasting > .event > span {
      position: static; width: auto; max-width: none; flex: initial; clip-path: none
    }
    @media (min-width: 44rem) {
      .grid.week { grid-template-columns: var(--gutter); grid-auto-columns: minmax(0, 1fr) }
    }`,
  compact: `
    .grid { --r: 3px } .grid.one { --r: 3.5px }
    .month .event { font-size: .75rem } .month td { padding-block: .25rem }
    .month .num span { min-width: 1.625rem; height: 1.625rem }
    .entry { padding-block: .25rem; min-height: 2.25rem } .agenda .day header { padding-block: .5rem .25rem }
    .entries { padding-block: .125rem .375rem }`,
};

const keep = (changed) => {
  const all = Object.fromEntries(Object.entries({ ...settings(), ...changed }).filter(([, value]) => value));
  const style = Object.entries(rules).map(([name, text]) => all[name] ? text : "").join("").replace(/\s+/g, " ");
  try {
    if (Object.keys(all).length) localStorage.setItem(store, JSON.stringify({ ...all, style }));
    else localStorage.removeItem(store);
  } catch {}
  globalThis.busylife.like(style);
};

/** The section of the panel. */
export const reading = () => {
  const now = settings();
  const row = (label, control) => make("label", {}, make("span", { textContent: label }), control);
  const choose = (label, name, options, own) => {
    const select = make("select", {}, ...options.map(([value, text]) => make("option",
      { value: value === own ? "" : value, textContent: value === own ? `${text} (${words.siteDefault})` : text,
        selected: `${now[name] ?? own}` === `${value}` })));
    // What is written on pages changes: they are drawn again.
    select.addEventListener("change", () => {
      keep({ [name]: name === "first" ? +select.value : select.value });
      location.reload();
    });
    return row(label, select);
  };
  const check = (label, name, isOn, act = () => {}) => {
    const box = make("input", { type: "checkbox", checked: isOn });
    box.addEventListener("change", () => {
      keep({ [name]: box.checked === (name !== "noWeekends") });
      act();
    });
    return make("label", { className: "check" }, box, make("span", { textContent: label }));
  };
  const half = 14 * 60 + 30;
  const isTwelve = /\{[hK]/.test(names.site.time);
  const [own, other] = isTwelve ? ["h12", "h23"] : ["h23", "h12"];
  const shown = (clock) => said(clock === own ? names.site.time : names.other.time, half);
  const weekdays = names.ww ?? names.w;
  const first = +document.body.dataset.siteWeekday || +document.body.dataset.firstWeekday;
  return make("section", { className: "reading" }, make("h3", { textContent: words.reading }),
    ...names.other ? [choose(words.clock, "clock", [own, other].map((clock) => [clock, shown(clock)]), own)] : [],
    choose(words.firstDay, "first", [1, 2, 3, 4, 5, 6, 7].map((day) => [day, weekdays[day % 7]]), first),
    check(words.weekends, "noWeekends", !now.noWeekends, () => globalThis.busylife.refresh()),
    check(words.compact, "compact", !!now.compact),
    check(words.fold, "fold", !!now.fold, () => document.dispatchEvent(new CustomEvent("busylife:fold"))));
};
