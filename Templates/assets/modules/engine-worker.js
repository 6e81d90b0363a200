// The worker behind engine.js: fetches the files that the module needs and calls it, one request at a time.

/** Kinds of errors, by the result codes of the module. */
const kinds = { 1: "argument", 2: "content", 3: "zone", 4: "limit", 5: "state", 6: "whole" };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error to be reported to the page. */
const fault = (message, kind) => Object.assign(new Error(message), { kind });

// ── The module ───────────────────────────────────────────────────────────────────────────────────

let site;
let exports;
/** The module for pages, and the one that also handles readers' own calendars. */
const browsing = "busylife.wasm";
const whole = "busylife-whole.wasm";
let module = browsing;
/** The modules requested so far, by file name. */
const compiled = {};

/** A compiled module; compiled while it arrives, if the server sends its media type. */
const compile = (name) => get(new URL(name, import.meta.url), "default", async (response) => {
  if (response.headers.get("Content-Type")?.startsWith("application/wasm"))
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
});

const instantiate = async (name = module) => {
  compiled[name] ??= compile(name).catch((error) => {
    compiled[name] = undefined;
    throw error.kind ? error : fault(`the engine can't be compiled: ${error.message}`, "content");
  });
  exports = (await WebAssembly.instantiate(await compiled[name])).exports;
  // The whole module divides days into columns if this was called once.
  exports.busylife_read?.(0, 0);
};

/** Starts a module in its initial state. */
const begin = async () => {
  try {
    await instantiate();
    await load();
  } catch (error) {
    // The next call starts again.
    exports = undefined;
    throw error;
  }
};

/** Switches to the whole module, when something needs it; the site is loaded into it. */
const goWhole = async () => {
  if (module === whole) return;
  const before = exports;
  try {
    await instantiate(whole);
    await load();
    module = whole;
  } catch (error) {
    exports = before;
    // A site may be published without it, or may have been rebuilt.
    if (!error.isGone) throw error;
    throw fault(`this can't be done before the page is reloaded, if the site has it: ${error.message}`, "state");
  }
};

/** Calls a function of the module: texts and bytes are copied in, numbers passed as they are. Returns its output
   bytes. */
const call = (name, ...args) => {
  const addresses = [];
  try {
    const numbers = args.flatMap((argument) => {
      if (typeof argument === "number") return [argument];
      const bytes = typeof argument === "string" ? encoder.encode(argument) : new Uint8Array(argument);
      const address = exports.busylife_allocate(bytes.length);
      if (!address && bytes.length) throw fault("there is not enough memory", "limit");
      addresses.push(address);
      new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
      return [address, bytes.length];
    });
    const code = exports[`busylife_${name}`](...numbers);
    const output = new Uint8Array(exports.memory.buffer, exports.busylife_output(), exports.busylife_output_count());
    if (code) throw fault(decoder.decode(output), kinds[code]);
    return decoder.decode(output);
  } finally {
    for (const address of addresses) exports.busylife_free(address);
  }
};

const lines = (text) => text.split("\n").slice(0, -1);

// ── Files ────────────────────────────────────────────────────────────────────────────────────────

/** The time limit for a file, in ms; everything that waits for it then fails. */
const patience = 60_000;

/** Fetches a file and reads it. */
const get = async (url, cache = "default", read = (response) => response.arrayBuffer()) => {
  try {
    const response = await fetch(url, { cache, signal: AbortSignal.timeout(patience) });
    if (response.ok) return await read(response);
    const isGone = response.status === 404 || response.status === 410;
    throw Object.assign(fault(`${url} can't be loaded: ${response.status}`, "network"), { isGone });
  } catch (error) {
    throw error.kind || error instanceof WebAssembly.CompileError ? error : fault(`${url} can't be reached`, "network");
  }
};

const bytes = (path, cache) => get(new URL(path, site), cache);

/** Loads the current site.bin, which names all other files. Some sites need the whole module. */
const load = async () => {
  const file = await bytes("data/site.bin", "no-cache");
  let script;
  try {
    script = call("load_site", file);
  } catch (error) {
    if (error.kind !== "whole" || exports.busylife_read) throw error;
    return goWhole();
  }
  if (new URL(script, site).href !== new URL("engine.js", import.meta.url).href)
    throw fault("the site was built anew; reload the page", "content");
  zonesLoaded = false;
  for (const [name, file] of own) call("add_calendar", name, file);
};

let zonesLoaded = false;
const loadZones = async () => {
  if (zonesLoaded) return;
  const path = call("zones_path");
  if (path) call("load_zones", await bytes(path));
  zonesLoaded = true;
};

/** The months whose events the present request does without, as texts; undefined if it can't do without any. */
let lacking;

/** Fetches the files that a page needs, all at once. */
const supply = async (path) => {
  const paths = lines(call("needs", path));
  const files = await Promise.all(paths.map((path) => bytes(path).catch((error) => {
    const month = /^data\/events\/(.+)-/.exec(path)?.[1];
    if (!lacking || !month || error.isGone || error.kind !== "network") throw error;
    lacking.push(month);
  })));
  paths.forEach((path, index) => files[index] && call("add_events", path, files[index]));
};

/** Fetches the files that the days of some months need, in a zone. */
const supplyMonths = async (months, zone) => {
  await choose(zone);
  for (const month of months) await supply(`calendar/${month}.html`);
};

/** Selects a zone; the archive of all zones is loaded only if the site does not have it. */
const choose = async (zone) => {
  try {
    call("set_zone", zone);
  } catch (error) {
    if (error.kind !== "zone" || zonesLoaded) throw error;
    await loadZones();
    call("set_zone", zone);
  }
};

/** Runs a body that needs files. If one is gone, the site was rebuilt, and the body runs again with the new one. */
const current = async (body) => {
  try {
    return await body();
  } catch (error) {
    if (!error.isGone) throw error;
    await load();
    return body();
  }
};

// ── Requests of the page ─────────────────────────────────────────────────────────────────────────

/** The reader's calendars, kept here because the module's memory may be reset. */
const own = new Map();
let home = "";

const answers = {
  async open(url) {
    site = url;
    await begin();
    home = lines(call("zones"))[0];
  },
  page: (path, zone = home, window = [0, 0], customs = [0, 0], isOffline = false) =>
    current(async () => {
      lacking = isOffline ? [] : undefined;
      const isEvent = path.startsWith("event/");
      if (isEvent || customs.some(Boolean)) await goWhole();
      await choose(zone);
      if (module === whole) call("read", ...customs);
      await supply(path.replace(/#.*/, ""));
      return call(isEvent ? "event_page" : "page", path, ...window);
    }),
  zones: () =>
    current(async () => {
      await loadZones();
      return lines(call("zones"));
    }),
  days: ({ from, to, months }, zone = home) =>
    current(async () => {
      await goWhole();
      await supplyMonths(months, zone);
      return call("agenda", from, to);
    }),
  freeTime: ({ from, to, months }, { hours, minutes, notBefore, hidden = [] }, zone = home) =>
    current(async () => {
      await goWhole();
      await supplyMonths(months, zone);
      return call("free_time", from, to, ...hours, minutes, Math.ceil(notBefore / 60_000), hidden.join("\n"));
    }),
  clock: (text, seconds, zone = home) =>
    current(async () => {
      await goWhole();
      await choose(zone);
      return call("clock", text, seconds);
    }),
  proposal: ({ isNew, uid, recurrenceId, isFuture, start, end, title, now }, days, zone = home) =>
    current(async () => {
      await goWhole();
      if (isNew) await choose(zone);
      else await supplyMonths(days.months, zone);
      return call("proposal", +isNew, uid, recurrenceId ?? "", +isFuture, start, end, title, Math.floor(now / 60_000));
    }),
  addCalendar: (name, file) =>
    current(async () => {
      await goWhole();
      await loadZones();
      let id = name;
      for (let number = 2; own.has(id); number++) id = `${name} ${number}`;
      call("add_calendar", id, file);
      own.set(id, file);
      return { id, problems: JSON.parse(call("diagnostics")) };
    }),
  async removeCalendar(id) {
    await goWhole();
    call("remove_calendar", id);
    own.delete(id);
  },
};

/** Requests run one at a time: the zone must not change while a page's files are being fetched. */
let last = Promise.resolve();
onmessage = ({ data: { id, what, args } }) => {
  last = last.then(async () => {
    try {
      if (!exports && what !== "open") await begin();
      lacking = undefined;
      const value = await answers[what](...args);
      postMessage({ id, value, lacking: lacking?.length ? lacking : undefined });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        // Memory ran out, or the module has a bug: it is started again for the next call.
        exports = undefined;
        error = fault(`the engine stopped: ${error.message}`, "trap");
      }
      postMessage({ id, error: { message: error.message, kind: error.kind ?? "trap" } });
    }
  });
};
