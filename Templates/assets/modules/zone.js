// The field for the zone. The list of zones (zones.js) comes when it is first focused: few readers choose another one.

import { make, one } from "./make.js";
import { words } from "./words.js";

/** The readable form of a name. */
export const label = (name) => name.replaceAll("_", " ");

/** @param {() => Promise<void>} redraw shows everything in another zone */
export const chooser = (redraw) => {
  const input = make("input", {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: false, enterKeyHint: "done", title: words.zoneHelp,
    ariaLabel: words.zone, ariaAutoComplete: "list", ariaExpanded: "false",
  });
  input.dataset.zoneSwitch = "";
  input.setAttribute("aria-controls", "zones");
  // A scrolling list would be a stop of the Tab key, and the focus would be lost when it closes.
  const list = make("ul", { id: "zones", role: "listbox", ariaLabel: words.zone, hidden: true, tabIndex: -1 });
  one("header.site").firstElementChild.after(make("div", { className: "zone-box" }, input, list));

  const show = () => { input.value = label(document.body.dataset.zone) };
  show();

  let isReady = false;
  let loading;
  const load = () => loading ??= import("./zones.js").then(({ zones }) => {
    isReady = true;
    zones({ input, list, show, redraw });
  }, () => { loading = undefined });
  input.addEventListener("focus", () => {
    input.select();
    load();
  });
  input.addEventListener("blur", show);
  // A name may be typed before the list is there.
  input.addEventListener("keydown", async (event) => {
    if (isReady || event.key !== "Enter") return;
    await load();
    if (isReady) input.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, cancelable: true }));
  });
  document.addEventListener("busylife:refresh", show);
};
