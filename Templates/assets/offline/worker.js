// The service worker of the site: keeps pages and data in the browser, for reading without a connection. The build
// writes a line before this script:
//
//   const site = {level, folders, roots, editions: [{root, lang, dir, style, files, words}]}
//
// Pages come from the network; from here only if it fails or is slow. Files with a hash of their bytes in the name come
// from here first. An address is answered with what the network gave for this address, and never with another page.

const scope = registration.scope;
/** All that is kept, by the site's address and level: if the level changes, everything goes. */
const name = `busylife ${scope} ${site.level}`;
/** How long a page may take, in ms, if it is kept. */
const patience = 3000;
/** The most pages, and the most bytes of everything. */
const mostPages = 150;
const mostBytes = 25_000_000;
/** What tells builds apart: it changes with everything that pages show. */
const mark = `${scope}data/site.bin`;
/** The list of what is kept from the first visit on. It is no address of the site. */
const listed = `${scope}sw.js?kept`;

// ── Addresses ────────────────────────────────────────────────────────────────────────────────────

/** The address without query and fragment, which a static site ignores; undefined if the site has nothing there. */
const own = (href) => {
  const url = new URL(href, scope);
  url.search = url.hash = "";
  if (!url.href.startsWith(scope)) return undefined;
  const path = url.href.slice(scope.length);
  // Other sites, such as those of other audiences, may lie in other folders below this one.
  const [first, ...rest] = path.split("/");
  const isOwn = rest.length ? site.folders.includes(first)
    : !path || site.roots.includes(path) || site.roots.includes(`${path}.html`);
  return isOwn ? url.href : undefined;
};
const isHashed = (href) => /\/assets\/(modules-[a-z2-7]{8}\/|[^/]+-[a-z2-7]{8}\.)|\/data\/.*-[a-z2-7]{8}\.\w+$/
  .test(href.slice(scope.length - 1));
const isPage = (href) => /(\/|\.html|\/[^/.]+)$/.test(href);
/** The language that an address belongs to: the first stands in for all others. */
const edition = (href) => site.editions.findLast(({ root }) => href.startsWith(scope + root));

// ── What is kept ─────────────────────────────────────────────────────────────────────────────────

/** The cache. Only activation makes it: what a later worker or a page has removed is not made again by work that was
    still being done. So it is opened once: each time it is opened by its name, it might be removed after a look whether
    it is there. */
let opened;
const open = () => (opened ??= caches.has(name).then((isThere) => {
  if (!isThere) throw new Error("nothing is kept");
  return caches.open(name);
}).catch((error) => {
  opened = undefined;
  throw error;
}));
/** A kept answer; undefined if there is none, or if the browser keeps nothing. */
const find = (href) => open().then((cache) => cache.match(href, { ignoreVary: true })).catch(() => undefined);

/** When and how large each kept file is, by address, and which are kept from the first visit on. */
let kept;
const look = () => (kept ??= (async () => {
  const cache = await open();
  const files = new Map();
  for (const { url } of await cache.keys()) {
    const { headers } = await cache.match(url, { ignoreVary: true }) ?? {};
    if (!headers || url === listed) continue;
    files.set(url, { at: Date.parse(headers.get("x-kept")), size: +headers.get("x-size") });
  }
  const core = new Set(await (await cache.match(listed))?.json() ?? []);
  return { files, core };
})().catch((error) => {
  kept = undefined;
  throw error;
}));

/** Changes of the cache run one after the other. */
let last = Promise.resolve();
const inTurn = (act) => (last = last.then(act, act));

const drop = async (href) => {
  (await look()).files.delete(href);
  await (await open()).delete(href, { ignoreVary: true });
};

/** Drops what was seen longest ago, pages first; false if there is nothing to drop. */
const dropOldest = async (isPageWanted) => {
  const { files, core } = await look();
  let oldest;
  for (const isKind of isPageWanted ? [true] : [true, false]) {
    for (const [href, { at }] of files) {
      if (core.has(href) || isPage(href) !== isKind || href === mark) continue;
      if (!oldest || at < files.get(oldest).at) oldest = href;
    }
    if (oldest) break;
  }
  if (oldest) await drop(oldest);
  return Boolean(oldest);
};

/** Keeps an answer of the network. What there is no room for is not kept. */
const keep = (href, response) => inTurn(async () => {
  try {
    await store(href, await response.arrayBuffer(), response);
  } catch {}
});

const store = async (href, body, { status, headers: received }) => {
  const { files } = await look();
  const cache = await open();
  const size = body.byteLength;
  const headers = new Headers(received);
  // The body is unpacked.
  for (const field of ["content-encoding", "content-length"]) headers.delete(field);
  const at = new Date();
  headers.set("x-kept", at.toISOString());
  headers.set("x-size", size);
  files.delete(href);
  if (size > mostBytes) return cache.delete(href);
  const count = () => [...files.keys()].filter(isPage).length + isPage(href);
  const sum = () => [...files.values()].reduce((sum, { size }) => sum + size, size);
  while (count() > mostPages) if (!await dropOldest(true)) return cache.delete(href);
  while (sum() > mostBytes) if (!await dropOldest(false)) return cache.delete(href);
  for (;;) {
    try {
      await cache.put(href, new Response(size ? body : null, { status, headers }));
      files.set(href, { at: +at, size });
      return true;
    } catch (error) {
      // The browser has less room than that.
      if (error.name !== "QuotaExceededError" || !await dropOldest(false)) {
        await cache.delete(href).catch(() => {});
        throw error;
      }
    }
  }
};

/** Whether an answer is a whole file of this address that may be stored. */
const isSound = (response) => response.status === 200 && response.type === "basic" && !response.redirected
  && !/no-store/.test(response.headers.get("cache-control"));

/** Fetches a file and keeps it. */
const fetchAndKeep = async (href) => {
  const response = await fetch(href, { cache: isHashed(href) ? "default" : "no-cache" });
  if (isSound(response)) return keep(href, response);
  // Some hosts redirect to an address without .html.
  const to = response.redirected && response.ok && own(response.url);
  if (!to) return undefined;
  await inTurn(() => store(href, new ArrayBuffer(0), { status: 301, headers: { location: to } }).catch(() => {}));
  const { status, headers } = response;
  return keep(to, new Response(response.body, { status, headers }));
};

/** Does something for each of a list, some at a time. */
const forEach = async (list, act) => {
  const rest = [...list];
  await Promise.all(Array.from({ length: 6 }, async () => {
    while (rest.length) await act(rest.shift());
  }));
};

/** Keeps what a first visit leaves: the files of a language, and the pages that a page of it names. */
const fill = async (from, pages) => {
  const { root, files } = edition(from);
  const isFrugal = navigator.connection?.saveData;
  const wanted = [...files.map((path) => scope + root + path), ...pages, scope + root + "data/site.bin"]
    .filter((href) => !isFrugal || !href.endsWith("-whole.wasm"));
  const known = await look();
  known.core = new Set(wanted);
  await inTurn(async () => (await open()).put(listed, new Response(JSON.stringify(wanted)))).catch(() => {});
  // First what tells builds apart: so it is never of a later build than a page.
  await renew();
  // The worker before this one may have ended its comparison meanwhile, by its own list of files.
  if (isNew) await sweep().catch(() => {});
  isNew = false;
  await fetchMissing(wanted);
};

const fetchMissing = async (wanted) => {
  const { files } = await look();
  const missing = wanted.filter((href) => href !== mark && !files.has(href));
  await forEach(missing, (href) => fetchAndKeep(href).catch(() => {}));
};

// ── A new build ──────────────────────────────────────────────────────────────────────────────────

const isSame = (left, right) => left.length === right.length && left.every((byte, index) => byte === right[index]);

/** Asks whether a kept file has changed: its new answer, or undefined if not. Rejects if nothing can be said. */
const ask = async (href, was) => {
  const headers = {};
  for (const [field, condition] of [["etag", "if-none-match"], ["last-modified", "if-modified-since"]])
    if (was?.headers.has(field)) headers[condition] = was.headers.get(field);
  const response = await fetch(href, { headers, cache: "no-store" });
  if (response.status === 304) return undefined;
  if (response.status >= 500 || response.status === 429) throw new Error(`${href}: ${response.status}`);
  return response;
};

let renewing;
/** After a new build, asks for all kept pages again, and drops those that are gone with all that only they needed. */
const renew = () => (renewing ??= update().catch(() => {}).finally(() => { renewing = undefined }));

const update = async () => {
  const { files } = await look();
  const was = await find(mark);
  const now = await ask(mark, was);
  if (!now) return;
  // If it is gone, or asks for a password now, so may everything else.
  const body = isSound(now) && new Uint8Array(await now.clone().arrayBuffer());
  if (body && was && isSame(body, new Uint8Array(await was.clone().arrayBuffer()))) return;
  await forEach([...files.keys()].filter((href) => href !== mark && !isHashed(href)), async (href) => {
    const old = await find(href);
    const response = old && await ask(href, old);
    if (response && isSound(response)) await keep(href, response);
    else if (response) await inTurn(() => drop(href));
  });
  // Last: if it ends before, everything is asked for again.
  if (body) await keep(mark, now);
  // Events go with it, also those that the worker's own list names.
  else for (const href of [...files.keys()]) if (href.includes("/data/")) await inTurn(() => drop(href));
  await sweep();
};

/** Drops hashed files that no kept page and no kept list of files names. */
const sweep = async () => {
  const { files } = await look();
  const names = new Set(site.editions.flatMap(({ root, files }) => files.map((path) => scope + root + path)));
  const hashed = [...files.keys()].filter((href) => isHashed(href) && !names.has(href));
  if (!hashed.length) return;
  const left = new Map(hashed.map((href) => [href, /[^/]*-[a-z2-7]{8}(?=[./])/.exec(href.slice(scope.length))[0]]));
  for (const href of files.keys()) {
    if (isHashed(href) || !isPage(href) && !href.endsWith("/site.bin")) continue;
    const text = await (await find(href))?.text() ?? "";
    for (const [file, name] of left) if (text.includes(name)) left.delete(file);
  }
  for (const href of left.keys()) await inTurn(() => drop(href));
};

// ── Answers ──────────────────────────────────────────────────────────────────────────────────────

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A kept page says from when it is; other kept files have it in a header. */
const asKept = async (response) => {
  if (!/^text\/html/.test(response.headers.get("content-type"))) return response;
  const { status, headers } = response;
  const html = await response.text();
  return new Response(html.replace("<body ", `<body data-kept="${headers.get("x-kept")}" `), { status, headers });
};

/** The answer to a page that is not kept: which one it is, and what is there instead. */
const absent = async (href) => {
  const { root, lang, dir, style, words } = edition(href);
  const path = href.slice(scope.length).replace(/\.html$/, "") || "index";
  const inner = path.slice(root.length);
  const [zone] = /^(zone\/[^/]+\/)?/.exec(inner);
  const [, view, section] = /^(calendar|agenda|week|day|year)\/([^/]+)$/.exec(inner.slice(zone.length)) ?? [];
  const home = `${scope}${root}${zone}`;
  const { files } = await look().catch(() => ({ files: new Map() }));
  const link = (href, text, kind = "") => `<a${kind} href="${escaped(href)}">${text}</a>`;
  // Texts of pages are parts of HTML already.
  const textOf = (html, pattern) => pattern.exec(html)?.[1] ?? "";
  const brand = textOf(await (await find(`${home}index.html`))?.text(), /class="brand"[^>]*>([^<]*)/);
  const links = [];
  for (const page of [...files.keys()].filter((href) => href.startsWith(home)).sort()) {
    // Days are reached from their months.
    if (!/^(today|(calendar|agenda|week|year|event|notes)\/[^/]+)\.html$/.test(page.slice(home.length))) continue;
    const html = await (await find(page))?.text();
    const title = textOf(html, /<title>([^<]*)/);
    const bare = title.endsWith(brand) ? title.slice(0, -brand.length).replace(/\W+$/u, "") : title;
    const view = textOf(html, /class="view \w+"[^>]*aria-current="page">([^<]*)/);
    links.push(`<li>${link(page, view && view !== bare ? `${view}: ${bare}` : bare)}</li>`);
    if (links.length === 40) break;
  }
  const html = `<!doctype html>
<html lang="${escaped(lang)}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark"><title>${escaped(words.title)}</title>
<link rel="stylesheet" href="${escaped(scope + root + style)}"></head>
<body data-view="offline">
<header class="site">${link(`${home}index.html`, brand || "⌂", ' class="brand"')}</header>
<main id="main"><div class="bar"><h1>${escaped(words.title)}</h1></div>
<div class="sheet message">
<p class="lede">${escaped(words.notKept).replace("{page}", () => `<bdi>${escaped(path)}</bdi>`)}</p>
<p class="actions">${link("", escaped(words.retry), ' class="button"')}
${view && files.has(`${home}beyond.html`)
    ? link(`${home}beyond.html?view=${view}&section=${section}`, escaped(words.draw), ' class="button"') : ""}</p>
${links.length ? `<div class="kept"><h2>${escaped(words.keptPages)}</h2><ul>${links.join("")}</ul></div>` : ""}
</div></main></body></html>`;
  return new Response(html, { status: 503, headers: {
    "content-type": "text/html; charset=utf-8", "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'",
  } });
};

/** A file that never changes. */
const fromCache = async (event, href) => {
  const found = await find(href);
  if (found) return found;
  const response = await fetch(event.request);
  if (isSound(response)) event.waitUntil(keep(href, response.clone()));
  return response;
};

/** Answers after which nothing is kept of an address: there is nothing, or it is not for everybody any more. */
const refused = new Set([401, 403, 404, 410]);

/** Everything else: from the network, if it answers. */
const fromNetwork = async (event, href) => {
  const answer = fetch(event.request).catch(() => undefined);
  const isSlow = (await Promise.race([answer, new Promise((done) => setTimeout(done, patience, "slow"))])) === "slow";
  const early = isSlow && await find(href);
  const response = early ? undefined : await answer;
  const use = async (response) => {
    if (!response) return;
    if (refused.has(response.status)) await inTurn(() => drop(href));
    // What tells builds apart is kept when all else has been compared with it.
    else if (href !== mark && isSound(response)) await keep(href, response);
    if (href === mark || event.request.mode === "navigate") await renew();
  };
  event.waitUntil(response ? use(response.clone()) : answer.then(use));
  if (response && response.status < 500) return response;
  const found = early || await find(href);
  if (found) return asKept(found);
  if (response) return response;
  return event.request.mode === "navigate" ? absent(href) : Response.error();
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const href = request.method === "GET" && !request.headers.has("range") && own(request.url);
  if (href) event.respondWith(isHashed(href) ? fromCache(event, href) : fromNetwork(event, href));
});

// ── Beginning ────────────────────────────────────────────────────────────────────────────────────

// Each page says, once it is ready, what a visit leaves: itself, and the pages of the present month.
let filling = Promise.resolve();
addEventListener("message", (event) => {
  const { pages } = event.data;
  const from = own(event.source?.url ?? scope);
  if (!from || !pages) return;
  // A page may speak to the worker that takes over while that one has not yet made its cache.
  filling = filling.then(() => active).then(() => fill(from, pages.map(own).filter(Boolean))).catch(() => {});
  event.waitUntil(filling);
});

/** Whether this worker has just taken the place of another. */
let isNew = false;
/** Resolves once this worker is the site's: at once, if it is started again later. */
let active = Promise.resolve();
let begin;
addEventListener("install", (event) => {
  active = new Promise((done) => { begin = done });
  skipWaiting();
  // After a build that changed files: those of the languages that were read before.
  event.waitUntil((async () => {
    const { files } = await look();
    for (const { root, files: all } of site.editions)
      if (files.has(`${scope}${root}data/site.bin`)) await fetchMissing(all.map((path) => scope + root + path));
  })().catch(() => {}));
});

const activate = async () => {
  for (const other of await caches.keys())
    if (other.startsWith(`busylife ${scope} `) && other !== name) await caches.delete(other);
  opened = caches.open(name);
  await opened;
  // Meanwhile the worker before this one may have kept and dropped files.
  kept = undefined;
  isNew = true;
  await sweep().catch(() => {});
  await clients.claim();
};
addEventListener("activate", (event) => {
  active = activate();
  begin?.(active);
  event.waitUntil(active);
});
