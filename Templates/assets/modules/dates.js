// Dates for modules: what site.js counts with, and dates in words.

export const { at, plus, sections, turned, offset } = globalThis.busylife.dates;

/**
 * Dates in words: in the page's language, and of the one calendar that its pages have, whatever is usual where the
 * language is spoken. What they are of is told as if it were UTC's.
 * @param {Intl.DateTimeFormatOptions} options what of a date is told
 */
export const dateFormat = (options) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { calendar: "gregory", timeZone: "UTC", ...options });
