// What a page says where everybody sees it and nothing that scrolls moves for it, mostly over the lower edge: that
// something could not be done, and what to do.

import { make, one } from "./make.js";

const host = make("div", { className: "notices" });
// A day that fills the screen has a line for it, so that nothing is covered.
if (document.body.dataset.view === "today") one(".bar").after(host);
else document.body.append(host);

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
