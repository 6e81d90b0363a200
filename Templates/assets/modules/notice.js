// Notices that stay visible without moving the page, usually over the lower edge: that something failed, and what to
// do.

import { make, one } from "./make.js";

const host = make("div", { className: "notices" });
// today.html fills the screen and has a line for notices, so that nothing is covered.
if (document.body.dataset.view === "today") one(".bar").after(host);
else document.body.append(host);

/**
 * Shows a notice, replacing one of the same kind.
 * @param {string} kind what it is about
 * @param {string} text
 * @param {{label: string, act: () => void}} [action] a button, which also removes the notice
 */
export const notice = (kind, text, action) => {
  unnotice(kind);
  const made = make("p", { className: `notice ${kind}` }, make("span", { textContent: text }));
  if (action) {
    const button = make("button", { type: "button", className: "button", textContent: action.label });
    button.addEventListener("click", () => {
      unnotice(kind);
      action.act();
    });
    made.append(button);
  }
  host.append(made);
  // More screen readers announce an element that is in the document before it gets its role.
  made.role = "alert";
};

/** Removes a notice. */
export const unnotice = (kind) => {
  const made = one(`.notice.${kind}`);
  // If it had the focus, moves the focus to the page.
  if (made?.contains(document.activeElement)) one("main").focus({ preventScroll: true });
  made?.remove();
};
