// Where a site is not kept any more, removes the worker that it had, with all that this one has kept: for builds that
// do not know of it.

import { root } from "./worker.js";

const { serviceWorker } = navigator;
const site = new URL(root, import.meta.url);
const registration = await serviceWorker.getRegistration();
// The worker of another site above this one is none of its business.
if (registration?.active?.scriptURL === new URL("sw.js", site).href && registration.scope === site.href) {
  for (const name of await caches.keys()) if (name.startsWith(`busylife ${site.href} `)) await caches.delete(name);
  await registration.unregister();
}
