"""The core as WebAssembly for tests in a browser: the module, the page's side of its calls, and what it is given."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import tool

# The module for browsing, and the whole one.
MODULE = Path(os.environ.get("BUSYLIFE_MODULE", tool.TOOL.parent / "BrowserModule.wasm"))
WHOLE = MODULE.with_name(f"{MODULE.stem}-whole.wasm")
FIXTURES = tool.PROJECT / "Tests/Fixtures/ical"

DONE, ARGUMENT, CONTENT, UNKNOWN_ZONE, LIMIT, STATE = range(6)

# The page's side of the calling convention in Sources/BrowserModule/Exports.swift.
SCRIPT = r"""
window.files = new Map();
window.unpack = named => {
  for (const [name, text] of Object.entries(named))
    files.set(name, Uint8Array.from(atob(text), c => c.charCodeAt(0)));
};
window.open_module = () => {
  const {exports} = new WebAssembly.Instance(window.compiled, {});
  const memory = (address, count) => new Uint8Array(exports.memory.buffer, address >>> 0, count);
  return {
    exports, memory,
    size: () => exports.memory.buffer.byteLength,
    output: () =>
      new TextDecoder().decode(memory(exports.busylife_output(), exports.busylife_output_count())),
    // Texts and bytes are passed as address and count, and freed after the call.
    call(name, ...given) {
      const passed = [], lent = [];
      for (const one of given) {
        if (typeof one === 'number') { passed.push(one); continue; }
        const bytes = typeof one === 'string' ? new TextEncoder().encode(one) : one;
        const address = exports.busylife_allocate(bytes.length);
        if (!address) throw new Error('no memory');
        memory(address, bytes.length).set(bytes);
        lent.push(address);
        passed.push(address, bytes.length);
      }
      const code = exports['busylife_' + name](...passed);
      lent.forEach(exports.busylife_free);
      return code;
    },
    expect(name, ...given) {
      const code = this.call(name, ...given);
      if (code !== 0) throw new Error(`${name} gives ${code}: ${this.output()}`);
      return this.output();
    },
    zones() { this.expect('load_zones', files.get('zones')); },
  };
};
window.day = iso => Date.parse(iso + 'T00:00:00Z') / 86400000;
// Mulberry32: the same numbers for a seed in every browser.
window.numbers = seed => () => {
  seed = seed + 0x6D2B79F5 | 0;
  let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return (t ^ t >>> 14) >>> 0;
};
"""


def zone_archive(folder: Path) -> bytes:
    """Every zone of the system, in the form of a site's archive."""
    tool.build(folder, "--tz", "UTC", "--from", "2026-11-01", "--to", "2026-11-02")
    (archive,) = (folder / "data").glob("zones-*.bin")
    return archive.read_bytes()


def packed(named: dict[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(content).decode() for name, content in named.items()}


def content_of(folder: Path, calendars: dict[str, bytes]) -> Path:
    """A content folder of iCalendar files, each a calendar, in their order."""
    folder.mkdir(parents=True)
    lines = ["calendars:"]
    for name, content in calendars.items():
        (folder / f"{name}.ics").write_bytes(content)
        lines += [f"  - name: {name}", f"    source: {name}.ics"]
    (folder / "site.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
