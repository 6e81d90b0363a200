// Reading without a connection: starts the service worker, tells it what a visit leaves, and says when a page is a kept
// copy. Where the site has none, removes one that it had.

import { notice, unnotice } from "./notice.js";
import * as pages from "./pages.js";
import { words } from "./offline-words.js";
import { names, phrase, spell } from "./words.js";
import { isKept, root } from "./worker.js";

const { busylife } = globalThis;
const { serviceWorker } = navigator;
const site = new URL(root, import.meta.url);
const worker = new URL("sw.js", site).href;

/** The addresses of the present month's pages, as far as they are published, of the front page, and of this page. */
const present = () => {
  const today = busylife.today();
  const paths = new Set(["", "index.html", "today.html", "beyond.html"]);
  const [year, month] = today.split("-").map(Number);
  for (let day = new Date(Date.UTC(year, month, 0)).getUTCDate(); day; day--) {
    const date = `${today.slice(0, -2)}${`${day}`.padStart(2, 0)}`;
    for (const [view, section] of Object.entries(busylife.dates.sections(date)))
      if (busylife.isPublished(view, section)) paths.add(`${view}/${section}.html`);
  }
  return [location.href, new URL("index.html", site).href, ...[...paths].map((path) => new URL(path, pages.root).href)];
};

/** An instant on the clock of the page; with its date if it is not of today. */
const said = (instant) => {
  const clock = busylife.clock(instant);
  const time = spell(names.time, clock, names);
  const date = busylife.dates.of(clock);
  return date === busylife.today() ? time
    : phrase(names.dateTimes, { date: spell(names.fullDay, clock, names), times: time });
};

const month = (name) => spell(names.month, `${name}-01T00:00:00Z`, names);

if (document.body.dataset.kept)
  notice("kept", phrase(words.asOf, { time: said(Date.parse(document.body.dataset.kept)) }));

/** Says the months without whose events the engine has made a page. */
const sayLacking = () => {
  if (!busylife.lacking) return;
  // Once there is a connection, the page is made again.
  pages.forget();
  const months = busylife.lacking.map(month).reduce((first, next) => phrase(names.list, { first, next }));
  notice("lacking", phrase(words.lacking, { months }), { label: words.retry, act: () => location.reload() });
};
document.addEventListener("busylife:lacking", sayLacking);
// A page may have been made before this script was loaded.
sayLacking();
addEventListener("online", () => unnotice("lacking"));

if (isKept && serviceWorker) {
  await serviceWorker.register(worker, { updateViaCache: "none" });
  (await serviceWorker.ready).active.postMessage({ pages: present() });
} else {
  const registration = await serviceWorker?.getRegistration();
  if (registration?.active?.scriptURL === worker && registration.scope === site.href) {
    for (const name of await caches.keys()) if (name.startsWith(`busylife ${site.href} `)) await caches.delete(name);
    await registration.unregister();
  }
}
