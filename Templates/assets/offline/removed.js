// Takes the place of the site's service worker where reading offline was switched off: removes all that it has kept,
// and itself. Browsers ask for this file by themselves when a page of the site is opened.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (name.startsWith(`busylife ${registration.scope} `)) await caches.delete(name);
  await registration.unregister();
})()));
