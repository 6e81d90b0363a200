// Texts of the scripts for all pages: the words of pages come with the pages, and those of the panel and of the
// timeline are in modules of their own.

export const words = {
  loading: (title) => `${title} is on its way…`,
  failed: (title) => `${title} could not be loaded.`,
  offline: "You are offline. What was loaded stays readable.",
  retry: "Try again",
  plain: "Part of this page could not be loaded; its links work.",
  options: "Calendars and settings",
  close: "Close",
  zone: "Time zone, change it",
  zoneHelp: "Type a city or an offset such as UTC+2",
  ownZone: "yours",
  siteZone: "this site’s",
  noZone: "No zone has this name.",
  zoneUnknown: (zone, other) => `No zone is named ${zone}. Times are in ${other}.`,
  zoneNow: (zone) => `Times are in ${zone}`,
};
