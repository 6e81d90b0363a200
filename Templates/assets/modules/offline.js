// Reading without a connection: starts the service worker and tells it what a visit leaves. Notices are loaded when
// there is something to say.

import * as pages from "./pages.js";
import { root } from "./worker.js";

const { busylife } = globalThis;
const site = new URL(root, import.meta.url);

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

const tell = () => import("./kept.js").then((kept) => kept.tell()).catch(() => {});
document.addEventListener("busylife:lacking", tell);
// The engine may have made a page before this script was loaded.
if (document.body.dataset.kept || busylife.lacking) tell();

const { serviceWorker } = navigator;
if (serviceWorker) {
  const keep = (worker) => worker?.postMessage({ pages: present() });
  // A worker of a new build may have dropped everything.
  const again = () => keep(serviceWorker.controller);
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", again);
  await serviceWorker.register(new URL("sw.js", site), { updateViaCache: "none" });
  keep((await serviceWorker.ready).active);
}
