// Words for people: texts of the theme's words/*.yml, with what stands in them.

export const { phrase } = globalThis.busylife;
