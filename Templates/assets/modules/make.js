// Helpers that find and make elements.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with properties and children; strings become text nodes. */
export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const sheets = {};
/** Loads a style sheet from the modules' folder, once; inserted before the site's colours. Settles when it applies
   or has failed. */
export const style = (name) => sheets[name] ??= new Promise((resolve) => {
  const href = new URL(name, import.meta.url).href;
  one("link[rel=stylesheet]").after(make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
});
