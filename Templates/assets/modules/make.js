// Helpers that find and make elements.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with properties and children; strings become text nodes. */
export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

export const button = (textContent, act, properties) => {
  const made = make("button", { type: "button", className: "button", textContent, ...properties });
  made.addEventListener("click", act);
  return made;
};

const sheets = {};
/** Loads a style sheet from the modules' folder, once; inserted before the site's colours. Settles when it applies
   or has failed. */
export const style = (name) => sheets[name] ??= new Promise((resolve) => {
  const href = new URL(name, import.meta.url).href;
  one("link[href*=colors-]").before(make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
});
