// The page "Embed this calendar": writes the lines for another page from what is chosen, and shows what they show. The
// site's policy allows no frames, so the preview is drawn into this page, by the script that draws within frames.

import { button, make, one } from "./make.js";
import { words } from "./embed-words.js";
import { words as panel } from "./panel-words.js";
import { root, siteZone } from "./pages.js";

const place = one(".embedding");
const parts = document.importNode(one("template", place).content, true);
/** Without a base URL, the site is where this page is. */
const site = place.dataset.site || root.href;
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

// ── What can be chosen ───────────────────────────────────────────────────────────────────────────

const labelled = (text, control) => make("label", {}, make("span", { textContent: text }), control);
const select = (name, options) => make("select", { name },
  ...options.map(([value, textContent]) => make("option", { value, textContent })));
const tick = make("input", { type: "checkbox", name: "compact" });
const zones = make("datalist", { id: "embed-zones" },
  ...Intl.supportedValuesOf("timeZone").map((value) => make("option", { value })));
const zone = make("input", { name: "tz", autocomplete: "off", spellcheck: false, placeholder: siteZone });
zone.setAttribute("list", zones.id);
// The theme's own, in the form that the field takes.
const canvas = make("canvas", { width: 1, height: 1 }).getContext("2d");
canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
const ownAccent = canvas.fillStyle;
const calendar = one("[name=calendar]", parts);

const form = make("form", { className: "choices" },
  labelled(words.view, one("[name=view]", parts)),
  labelled(words.days, make("input", { type: "number", name: "days", min: 1, max: 92, value: 7 })),
  ...calendar.options.length > 1 ? [labelled(calendar.ariaLabel, calendar)] : [],
  labelled(words.zone, zone),
  labelled(words.scheme, select("scheme", [["", words.automatic], ["light", words.light], ["dark", words.dark]])),
  labelled(words.links,
    select("link", [["top", words.inWindow], ["blank", words.inNewWindow], ["none", words.nowhere]])),
  labelled(words.accent, make("input", { type: "color", name: "accent", value: ownAccent })),
  make("label", { className: "tick" }, tick, words.compact), zones);
calendar.ariaLabel = null;

/** What differs from what is shown anyway, in order. */
const chosen = () => {
  const values = new URLSearchParams();
  for (const { name, type, value, checked } of form.elements) {
    const isPlain = type === "checkbox" ? !checked : !value || value === { link: "top", accent: ownAccent }[name];
    if (isPlain || name === "days" && (form.elements.view.value !== "agenda" || value === "7")) continue;
    values.set(name, type === "checkbox" ? "" : name === "accent" ? value.slice(1) : value.trim());
  }
  return values;
};

// ── The lines ────────────────────────────────────────────────────────────────────────────────────

const write = (values) => {
  const attributes = [...values].map(([name, value]) => value ? ` ${name}="${escaped(value)}"` : ` ${name}`).join("");
  const title = escaped(place.dataset.title);
  const address = escaped(site);
  const query = escaped(`${values}`.replace(/=(?=&|$)/g, ""));
  const lines = {
    element: `<script async src="${address}embed.js"></script>\n<busylife-calendar src="${address}"${attributes}>\n`
      + `  <a href="${address}">${title}</a>\n</busylife-calendar>`,
    policy: `script-src ${site}embed.js; frame-src ${site}embed.html`,
    frame: `<iframe src="${address}embed.html${query && `?${query}`}" title="${title}" width="100%" height="600"`
      + ` loading="lazy"></iframe>`,
  };
  for (const [name, text] of Object.entries(lines)) one(`[data-lines="${name}"]`, place).textContent = text;
};
for (const lines of place.querySelectorAll("[data-lines]")) {
  const act = button(panel.copy, async () => {
    try {
      await navigator.clipboard.writeText(lines.textContent);
    } catch {
      // Browsers give pages a clipboard over https alone, but let them copy what is selected.
      getSelection().selectAllChildren(lines);
      if (!document.execCommand("copy")) return;
    }
    act.textContent = panel.copied;
    setTimeout(() => { act.textContent = panel.copy }, 2000);
  });
  act.ariaLive = "polite";
  lines.after(act);
}

// ── The preview ──────────────────────────────────────────────────────────────────────────────────

const host = make("div", { className: "embed preview" }, one(".bar", parts), make("div", { className: "shown" }),
  one(".foot", parts));
const heading = make("h2", { className: "preview-head", textContent: words.preview, id: "preview" });
const previewed = make("section", { className: "previewed" }, heading, host);
previewed.setAttribute("aria-labelledby", heading.id);
const names = [...calendar.options].map(({ value }) => value).filter(Boolean);
const show = globalThis.busylife.embed(host, host, () => {
  const pager = one(".pager", host);
  if (pager) pager.ariaLabel = words.preview;
}, names);

const draw = () => {
  const values = chosen();
  write(values);
  previewed.classList.toggle("narrow", tick.checked);
  form.elements.days.parentNode.hidden = form.elements.view.value !== "agenda";
  // A link that is tried out does not end what is being chosen.
  if (values.get("link") !== "none") values.set("link", "blank");
  show(values);
};
form.addEventListener("input", draw);
form.addEventListener("submit", (event) => event.preventDefault());
one(".shows", place).remove();
place.prepend(form);
place.append(previewed);
draw();
