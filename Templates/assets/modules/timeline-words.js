// Texts of the timeline while an event is picked up. Those for proposals are in put-words.js.

export const words = {
  lifted: "Event being moved",
  hint: "Enter lifts this event to be moved. Enter twice opens it.",
  keys: "↑ ↓ move by 15 minutes, ← → by a day; Shift with ↑ ↓ stretches the end, with ← → the start; "
    + "with Alt it is 5 minutes. ",
  keysWhole: "Arrows move by a day; Shift with ↑ ↓ stretches the end, with ← → the start. ",
  keysBoth: "Enter puts it down, O opens it, Escape puts it back.",
  help: [
    ["Enter on an event", "Lift it"], ["Arrows", "Move it"], ["Shift + arrows", "Stretch it"], ["Enter, Escape",
      "Put it down, back"],
    ["N", "A new event"], ["Ctrl Z", "Undo the last proposal"],
  ],
  ready: (title, when) => `${title} is lifted: ${when}. Arrows move it, Enter puts it down, Escape puts it back.`,
  back: (title) => `${title} is back where it was.`,
  untitled: "New event",
  title: "Title",
  calendar: "Calendar",
  from: "From",
  to: "To",
  times: "Times…",
  open: "Open",
  putBack: "Put back",
  putDown: "Done",
  notAnEnd: "The end is not after the start.",
};
