// The switch between the languages of a site keeps the page in view; the reader's own language is offered once, and
// never forced. Only sites of several languages load this script.

(() => {
  const nav = document.querySelector(".languages");
  const links = [...nav.querySelectorAll("a")];
  const here = links.find((link) => link.ariaCurrent);
  // The address bar may show other pages later; these are where this one lies.
  const roots = new Map(links.map((link) => [link, new URL(link.dataset.root || "./", document.baseURI)]));

  const key = "busylife-language";
  const chosen = () => { try { return localStorage.getItem(key) } catch { return here.hreflang } };
  const choose = (link) => { try { localStorage.setItem(key, link.hreflang) } catch { /* Asked again next time. */ } };

  /** A week by its first day, as a language names it: the one with the middle of this week. */
  const week = (first, weekday) => {
    const day = new Date(`${first}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() + 3);
    day.setUTCDate(day.getUTCDate() - (day.getUTCDay() - weekday + 7) % 7);
    return day.toISOString().slice(0, 10);
  };

  /** The page in view, in another language. */
  const address = (link) => {
    const weekday = +link.dataset.firstWeekday;
    const path = location.pathname.slice(roots.get(here).pathname.length)
      .replace(/^(week\/)(\d{4}-\d\d-\d\d)(?=\.html$)/, (_, folder, first) => folder + week(first, weekday));
    const url = new URL(path, roots.get(link));
    url.search = location.search;
    const query = url.searchParams;
    if (query.get("view") === "week" && /^\d{4}-\d\d-\d\d$/.test(query.get("section"))) {
      query.set("section", week(query.get("section"), weekday));
    }
    url.hash = location.hash;
    return url.href;
  };

  for (const link of links) {
    // Before the browser follows it, in whatever way.
    for (const event of ["pointerdown", "focus", "click"]) {
      link.addEventListener(event, () => { link.href = address(link) });
    }
    link.addEventListener("click", () => choose(link));
  }

  /** A language and its script: Chinese in one is not offered to readers of the other. */
  const kind = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return `${language}-${script}`;
    } catch { return "" }
  };
  const wanted = () => {
    for (const tag of navigator.languages ?? []) {
      const found = links.find(({ hreflang }) => hreflang.toLowerCase() === tag.toLowerCase())
        ?? links.find(({ hreflang }) => kind(hreflang) === kind(tag));
      if (found) return found;
    }
    return here;
  };

  // A list that is open closes as menus do.
  const list = nav.querySelector("details");
  // In the panel what is below it would move away from a finger.
  const leave = (to) => { if (list && to && !list.contains(to) && !list.closest("dialog")) list.open = false };
  addEventListener("pointerdown", ({ target }) => leave(target));
  list?.addEventListener("focusout", ({ relatedTarget }) => leave(relatedTarget));
  list?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !list.open) return;
    list.open = false;
    list.firstElementChild.focus();
    event.preventDefault();
    event.stopPropagation();
  });

  const link = wanted();
  if (link === here || chosen()) return;
  const offer = Object.assign(document.createElement("p"), { className: "language-offer" });
  const way = Object.assign(document.createElement("a"), {
    className: "button", lang: link.lang, dir: link.dir, hreflang: link.hreflang, href: link.href,
    textContent: link.dataset.offer,
  });
  way.addEventListener("click", () => {
    way.href = address(link);
    choose(link);
  });
  const close = Object.assign(document.createElement("button"), {
    type: "button", className: "button", textContent: nav.dataset.close,
  });
  close.addEventListener("click", () => {
    choose(here);
    offer.remove();
  });
  offer.append(way, close);
  nav.after(offer);
})();
