// The style of what few pages show: it comes with the scripts that show it.

import { make, one } from "./make.js";

const loading = new Map();

/**
 * Loads a style sheet that lies beside the modules, once.
 * @param {string} name of the file
 * @returns {Promise<void>} settled when it applies, and also where it can't be loaded
 */
export const style = (name) => {
  if (!loading.has(name)) {
    loading.set(name, new Promise((resolve) => {
      const sheet = make("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href });
      sheet.onload = sheet.onerror = () => resolve();
      // Directly after the style of all pages, so that the site's colours and additions still override it.
      one('link[rel="stylesheet"]').after(sheet);
    }));
  }
  return loading.get(name);
};
