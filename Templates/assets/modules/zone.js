// The field for the zone. The list of zones (zones.js) comes when it is first focused: few readers choose another one.

import { words } from "./words.js";

/** The readable form of a name. */
export const label = (name) => name.replaceAll("_", " ");

/** @param {{change: (name: string) => Promise<void>}} page shows everything in another zone */
export const chooser = ({ change }) => {
  const host = document.querySelector("header.site");
  const box = document.createElement("div");
  box.className = "zone-box";
  const input = document.createElement("input");
  Object.assign(input, {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: false, enterKeyHint: "done",
  });
  input.dataset.zoneSwitch = "";
  input.ariaLabel = words.zone;
  input.ariaAutoComplete = "list";
  input.setAttribute("aria-controls", "zones");
  input.ariaExpanded = "false";
  input.title = words.zoneHelp;
  const list = document.createElement("ul");
  // A scrolling list would be a stop of the Tab key, and the focus would be lost when it closes.
  Object.assign(list, { id: "zones", role: "listbox", ariaLabel: words.zone, hidden: true, tabIndex: -1 });
  box.append(input, list);
  host.firstElementChild.after(box);

  const show = () => { input.value = label(document.body.dataset.zone) };
  show();

  let isReady = false;
  let loading;
  const load = () => loading ??= import("./zones.js").then(({ zones }) => {
    isReady = true;
    zones({ input, list, show, change });
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
