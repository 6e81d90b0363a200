// Date functions for modules: those of site.js.

export const { at, plus, sections, turned, offset } = globalThis.busylife.dates;
