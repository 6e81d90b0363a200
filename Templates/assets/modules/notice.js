// What a page says over its lower edge, where everybody sees it and nothing moves for it: that something could not be
// done, and what to do.

import { make, one } from "./make.js";

const host = make("div", { className: "notices" });
document.body.append(host);

/**
 * Says a line, in place of one of the same kind.
 * @param {string} kind what it is about
 * @param {string} text
 * @param {{label: string, act: () => void}} [action] a button behind it, which takes the notice away
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
  // What is in the document already when its role comes is read out by more of those who read.
  made.role = "alert";
};

/** Takes a notice away. */
export const unnotice = (kind) => {
  const made = one(`.notice.${kind}`);
  // What had the focus must not leave it nowhere.
  if (made?.contains(document.activeElement)) one("main").focus({ preventScroll: true });
  made?.remove();
};
