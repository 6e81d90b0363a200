// Asks the search index of the site: the generator's own code, as a module of WebAssembly, says which files of
// `data/search/` a query needs, and what is found in them. Files are fetched once; nothing is ever sent.

import { siteZone, zone } from "./pages.js";

const site = new URL("../../", import.meta.url);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const patience = 60_000;
/** The most files asked for at once: browsers refuse thousands. */
const atOnce = 32;
/** The result code for a zone that is not known yet. */
const unknownZone = 3;

/** Fetches a file of the site; empty if there is none, as while it is being built anew. */
const bytes = async (path) => {
  const response = await fetch(new URL(path, site), { cache: "no-cache", signal: AbortSignal.timeout(patience) });
  if (response.ok) return response.arrayBuffer();
  if (response.status === 404 || response.status === 410) return new ArrayBuffer(0);
  throw new Error(`${path}: ${response.status}`);
};

const allBytes = async (paths) => {
  const files = [];
  for (let first = 0; first < paths.length; first += atOnce)
    files.push(...await Promise.all(paths.slice(first, first + atOnce).map(bytes)));
  return files;
};

const compile = async () => {
  const response = await fetch(new URL("busylife-search.wasm.gz", import.meta.url));
  if (!response.ok) throw new Error(`busylife-search.wasm.gz: ${response.status}`);
  const file = await response.blob();
  // Some servers name gzip as the encoding of the file, and the browser has unpacked it already.
  const isGzip = new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0x1f;
  const module = isGzip ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
  return WebAssembly.instantiate(await module.arrayBuffer());
};

let exports;
let world;
/** Calls a function of the module: texts and bytes are copied in. Returns its output. */
const call = (name, ...args) => {
  const addresses = [];
  const numbers = args.flatMap((argument) => {
    if (typeof argument === "number") return [argument];
    const given = typeof argument === "string" ? encoder.encode(argument) : new Uint8Array(argument);
    const address = exports.busylife_allocate(given.length);
    addresses.push(address);
    new Uint8Array(exports.memory.buffer, address, given.length).set(given);
    return [address, given.length];
  });
  const code = exports[`busylife_${name}`](...numbers);
  for (const address of addresses) exports.busylife_free(address);
  const { buffer } = exports.memory;
  const output = decoder.decode(new Uint8Array(buffer, exports.busylife_output(), exports.busylife_output_count()));
  if (code) throw Object.assign(new Error(output), { code });
  return output;
};

let loading;
const load = () => loading ??= (async () => {
  const [{ instance }, directory] = await Promise.all([compile(), bytes("data/search/search.bin")]);
  ({ exports } = instance);
  world = call("search_load", directory);
})().catch((error) => {
  loading = undefined;
  throw error;
});

const selectZones = async () => {
  try {
    call("search_set_zones", siteZone, zone());
  } catch (error) {
    if (error.code !== unknownZone || !world) throw error;
    call("search_load_zones", await bytes(world));
    call("search_set_zones", siteZone, zone());
  }
};

/** Loads what every query needs. */
export const prepare = () => load();

/**
 * What the index has for a query.
 * @param {{text: string, calendar?: string, category?: string, place?: string, when?: string, limit?: number}} query
 * `when` is "future", "past", a year, or empty
 * @returns {Promise<{count: number, isMore: boolean, groups: object[]}>} see SearchAnswer.swift
 */
export const find = async ({ text, calendar = "", category = "", place = "", when = "", limit = 20 }) => {
  await load();
  await selectZones();
  const time = { future: 1, past: 2 }[when] ?? (Number.parseInt(when, 10) || 0);
  for (;;) {
    const now = Math.floor(Date.now() / 60_000);
    const answer = JSON.parse(call("search", text, calendar, category, place, time, now, limit));
    if (!answer.needs) return answer;
    const files = await allBytes(answer.needs);
    answer.needs.forEach((path, index) => call("search_add", path, files[index]));
  }
};
