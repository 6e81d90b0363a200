// A button of the timeline.

import { make } from "./make.js";

export const button = (textContent, act, properties) => {
  const made = make("button", { type: "button", className: "button", textContent, ...properties });
  made.addEventListener("click", act);
  return made;
};
