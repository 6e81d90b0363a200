// If today is not published, the page opens at the nearest published day and says so.

import { one } from "./make.js";
import { notice } from "./notice.js";
import { words } from "./words.js";

const { busylife } = globalThis;
const text = one(".elsewhere");
text.remove();
const { windowFrom, windowTo } = document.body.dataset;
const today = busylife.today();
if (today < windowFrom || today >= windowTo) notice("elsewhere", text.textContent, { label: words.close, act() {} });
