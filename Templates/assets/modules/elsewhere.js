// A site that is not about the present opens at the published day nearest to it, and says so over the page.

import { one } from "./make.js";
import { notice } from "./notice.js";
import { words } from "./words.js";

const { busylife } = globalThis;
const text = one(".elsewhere");
text.remove();
if (busylife.opens() !== busylife.today()) notice("elsewhere", text.textContent, { label: words.close, act() {} });
