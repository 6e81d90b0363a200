// What the panel of calendars and settings says.

export const words = {
  ownCalendar: "Your own calendar",
  ownCalendarText: "Shown beside the others, on this device only: nothing is sent.",
  freeTime: "Free time",
  freeTimeText: "When none of the calendars that are shown has anything planned, in the next two weeks.",
  from: "From",
  to: "to",
  atLeast: "for at least",
  minutes: (count) => count % 60 ? `${count} minutes` : count === 60 ? "an hour" : `${count / 60} hours`,
  find: "Find",
  copy: "Copy",
  copied: "Copied.",
  nothingFree: "Nothing is free in these hours.",
  choose: "Choose a file…",
  drop: "Drop an iCalendar file to show it beside the others",
  remove: (name) => `Remove ${name}`,
  added: (name) => `${name} is shown.`,
  problems: (count) => count === 1 ? "1 problem" : `${count} problems`,
  problem: (line, message) => `Line ${line}: ${message}`,
  tooLarge: (name) => `${name} is too large to be kept: it is shown until you leave this page.`,
};
