// The foot of a page on paper: its own address, also as a QR code. Loaded when somebody may be about to print, since
// few pages are printed; until then the foot has the code of the whole site, which the build drew.

import { modules } from "./code.js";
import { siteZone, zone } from "./pages.js";
import { make, one } from "./make.js";

const space = "http://www.w3.org/2000/svg";
/** The empty modules that the standard wants around a code. */
const quiet = 4;

/** A drawing of a code: dark modules on white. */
const drawing = (rows) => {
  const side = rows.length + 2 * quiet;
  const part = (name, attributes) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const dark = rows.flatMap((row, y) => row.map((value, x) => value ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ""));
  const svg = part("svg", { viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges", "aria-hidden": "true" });
  svg.append(part("path", { fill: "#fff", d: `M0 0h${side}v${side}H0z` }), part("path", { d: dark.join("") }));
  return svg;
};

/** The address of what is shown: that of the published page, and in another zone what asks for it. */
const address = () => {
  const canonical = one('link[rel="canonical"]')?.href;
  const { view } = document.body.dataset;
  const isPublished = canonical && (view === "index" || canonical.endsWith(`/${location.pathname.split("/").at(-1)}`));
  const url = new URL(isPublished ? canonical : location.href);
  const asked = new URLSearchParams(location.search);
  if (zone() !== siteZone) asked.set("tz", zone());
  url.search = asked;
  url.hash = "";
  return url.href;
};

/** Writes the address, where a site knows its own; without scripts the foot has none either. */
export const dress = () => {
  const foot = one(".paper");
  const old = foot && one("img, svg", foot);
  if (!old) return;
  const text = address();
  one("p span", foot).textContent = text;
  const rows = modules(text);
  // A longer address has no code that a camera reads from paper.
  if (rows) old.replaceWith(drawing(rows));
  else old.replaceWith(make("img", { hidden: true, alt: "" }));
};

addEventListener("beforeprint", dress);
