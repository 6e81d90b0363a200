// Date functions for modules: those of site.js, and dates in words.

export const { at, plus, sections, turned, offset } = globalThis.busylife.dates;

/**
 * Formats dates in the page's language and in the Gregorian calendar of its pages, whatever calendar is usual for
 * the language. Times are formatted as if in UTC.
 * @param {Intl.DateTimeFormatOptions} options
 */
export const dateFormat = (options) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { calendar: "gregory", timeZone: "UTC", ...options });
