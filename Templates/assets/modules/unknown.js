// What a frame says if it was asked for something that does not exist.

import { words as embed } from "./embed-words.js";
import { phrase, words } from "./words.js";

export const calendar = (name) => phrase(embed.noCalendar, { name });
export const zone = (zone, other) => phrase(words.zoneUnknown, { zone, other });
