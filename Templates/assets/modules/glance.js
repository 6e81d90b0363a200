// The way from day to day on today.html: each as it was published, or as the engine draws it.

import { frame, say } from "./frame.js";
import * as pages from "./pages.js";
import { make, one } from "./make.js";
import { tomorrow } from "./tomorrow.js";

const { busylife } = globalThis;
const { windowFrom, windowTo } = document.body.dataset;
const main = one("main");
const plus = (date, days) => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Opens the page of a day. */
const open = async (date) => {
  const page = await pages.open(`day/${date}.html`, date >= windowFrom && date < windowTo);
  return { date, page, title: page.title, section: document.adoptNode(page.sections[0]) };
};

/** @param {(page: object) => void} legend takes over a page's list of calendars */
export const begin = (legend) => {
  const { glance } = busylife;
  const fill = tomorrow(glance);

  const put = ({ page, title, section }) => {
    const kept = { title: document.title, section: document.body.dataset.section, canonical: one("link[rel=canonical]")?.href };
    frame(page);
    // Whatever day it shows, the page is this one.
    document.title = kept.title;
    document.body.dataset.section = kept.section;
    if (kept.canonical) one("link[rel=canonical]").href = kept.canonical;
    legend(page);
    glance.put(section);
    busylife.refresh();
    say(title);
  };

  let asked;
  const wanted = () => glance.named() ?? busylife.today();
  const go = async (isAnew = false) => {
    const day = wanted();
    asked = day;
    if (day !== glance.date() || isAnew) {
      main.ariaBusy = "true";
      try {
        const found = await open(day);
        if (asked !== day) return;
        put(found);
        // In another zone today may be another day.
        if (wanted() !== day) return go();
      } finally {
        if (asked === day) main.ariaBusy = null;
      }
    }
    pager();
    fill();
    const found = await open(plus(day, 1)).catch(() => undefined);
    if (asked === day) fill(found);
  };
  const pager = () => {
    for (const [rel, by] of [["prev", -1], ["next", 1]]) {
      const link = one(`a[rel=${rel}]`, main);
      if (link) link.href = `#d${plus(glance.date(), by)}`;
    }
  };

  const failed = (error) => {
    main.ariaBusy = null;
    const header = one(".upcoming");
    one("[role=alert]", header)?.remove();
    header.append(make("p", { role: "alert", textContent: error.message }));
  };
  const follow = (isAnew) => go(isAnew).catch(failed);
  addEventListener("hashchange", () => follow());
  document.addEventListener("busylife:minute", () => {
    // Past midnight an open page goes on to the new day, unless another one was asked for.
    if (!glance.named() && glance.date() !== busylife.today()) follow();
  });
  /** Shows the day anew: in another zone, or with other calendars. */
  glance.redraw = () => follow(true);
  return follow();
};
