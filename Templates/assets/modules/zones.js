// The list of zones: a combobox, as in the ARIA Authoring Practices. And what becomes of the chosen one.

import { say } from "./frame.js";
import { style } from "./make.js";
import { notice, unnotice } from "./notice.js";
import { openEngine, setZone, siteZone, zone } from "./pages.js";
import { phrase, words } from "./words.js";
import { label } from "./zone.js";

await style("zones.css");
const { offset } = globalThis.busylife.dates;
/** The form for comparison: without case, diacritics and separators. */
const key = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replaceAll(/[_\s]+/g, " ");
const most = 60;

const store = (name) => {
  try {
    sessionStorage.removeItem("busylife:zone");
    if (name === siteZone) localStorage.removeItem("busylife:zone");
    else localStorage.setItem("busylife:zone", name);
  } catch {}
};
/** Forgets a requested zone that does not exist, and says so. */
export const refuse = (name) => {
  store(siteZone);
  notice("zone", phrase(words.zoneUnknown, { zone: name, other: siteZone }), { label: words.close, act() {} });
};

/**
 * Begins with a field that has the focus; called once.
 * @param {{input: HTMLInputElement, list: Element, show: () => void, redraw: () => Promise<void>}} field
 * `show` writes the zone of the page into it
 */
export const zones = ({ input, list, show, redraw }) => {
  let names = [];
  let active = -1;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const options = () => [...list.querySelectorAll("[role=option]")];
  const activate = (index) => {
    const all = options();
    active = index === undefined || !all.length ? -1 : (index + all.length) % all.length;
    all.forEach((option, at) => { option.ariaSelected = at === active });
    if (active < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  };

  /** The best matches of a text: names that begin with it, then those with a part that does, then those that contain
     it. */
  const matches = (text) => {
    const wanted = key(text);
    const rank = (name) => {
      const own = key(name);
      if (own === wanted) return 0;
      if (own.startsWith(wanted)) return 2;
      if (own.includes(`/${wanted}`)) return 1;
      if (own.includes(` ${wanted}`)) return 3;
      return own.includes(wanted) ? 4 : 9;
    };
    const found = names.map((name) => [rank(name), name]).filter(([at]) => at < 9);
    found.sort((a, b) => a[0] - b[0]);
    const result = found.map(([, name]) => name);
    const typed = text.toUpperCase().replaceAll(" ", "");
    if (typed && offset(typed) !== undefined) result.unshift(typed);
    return [...new Set(result)];
  };

  const draw = (text = "") => {
    const first = [...new Set([siteZone, own].filter(Boolean))];
    const shown = text ? matches(text).slice(0, most) : [...first, ...names.filter((name) => !first.includes(name))];
    list.replaceChildren(...shown.map((name, index) => {
      const option = document.createElement("li");
      Object.assign(option, { id: `zone-${index}`, role: "option", ariaSelected: "false", textContent: label(name) });
      option.dataset.name = name;
      const note = name === own ? words.ownZone : name === siteZone ? words.siteZone : "";
      if (note) {
        const small = document.createElement("small");
        small.textContent = note;
        option.append(" ", small);
      }
      return option;
    }));
    if (!shown.length) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = words.noZone;
      list.append(none);
    }
    activate(text && shown.length ? 0 : undefined);
  };

  const open = async () => {
    if (!list.hidden) return;
    list.hidden = false;
    input.ariaExpanded = "true";
    draw();
    if (names.length) return;
    try {
      names = await (await openEngine()).zones();
    } catch {
      // Without the list a name can still be typed.
    }
    if (!list.hidden) draw(input.value === label(document.body.dataset.zone) ? "" : input.value);
  };
  const close = () => {
    list.hidden = true;
    input.ariaExpanded = "false";
    input.ariaInvalid = null;
    activate();
  };
  const change = async (name) => {
    unnotice("zone");
    const was = zone();
    setZone(name);
    try {
      await redraw();
    } catch (error) {
      setZone(was);
      throw error;
    }
    store(name);
    say(phrase(words.zoneNow, { zone: name }));
  };
  const choose = async (name) => {
    close();
    input.value = label(name);
    input.ariaBusy = "true";
    try {
      await change(name);
      show();
    } catch (error) {
      input.ariaInvalid = "true";
      input.title = error.message;
      list.hidden = false;
      input.ariaExpanded = "true";
      say(error.message);
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = error.message;
      list.replaceChildren(none);
    } finally {
      input.ariaBusy = null;
    }
  };

  input.addEventListener("focus", open);
  input.addEventListener("click", () => {
    // After the browser has placed the caret, which it does last.
    if (list.hidden) setTimeout(() => input.select());
    open();
  });
  input.addEventListener("input", () => { open(); draw(input.value) });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    let isDone = true;
    if (event.key === "ArrowDown") list.hidden ? (input.select(), open()) : activate(active + 1);
    else if (event.key === "ArrowUp") activate(active < 0 ? -1 : active - 1);
    else if (event.key === "Enter") {
      const name = options()[active]?.dataset.name ?? input.value.trim().replaceAll(" ", "_");
      if (name && key(name) !== key(zone())) choose(name);
      else close();
    } else if (event.key === "Escape" && !list.hidden) {
      close();
      show();
    } else isDone = false;
    if (isDone) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  // A press that selects an option must not take the focus away first.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) choose(option.dataset.name);
  });
  if (document.activeElement === input) open();
};
