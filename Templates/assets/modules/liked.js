// The reader's settings, as reading.js stores them.

export const store = "busylife:reading";

/** `clock` is "h12" or "h23", `first` is 1 for Monday to 7, others are flags. */
export const settings = () => {
  try { return JSON.parse(localStorage.getItem(store)) ?? {} } catch { return {} }
};
