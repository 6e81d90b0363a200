// Buttons that copy an event or the address of a feed, and the list of programs of an event. Runs from any folder,
// file: included.
{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const plain = (node) => node?.textContent.replace(/\s+/g, " ").trim();
  const isOnline = /^https?:$/.test(location.protocol);

  // ── Addresses that the build did not know ──────────────────────────────────────────────────────

  // They are those of the site as it is being read; from a folder there are none.
  for (const feed of isOnline ? all(".feed[data-unknown]") : []) {
    const link = one(".address a", feed);
    const webcal = link.href.replace(/^https?/, "webcal");
    one("bdi", link).textContent = link.href;
    for (const program of all(".programs a", feed)) {
      const { start, webcal: isWebcal } = program.dataset;
      const address = isWebcal === undefined ? link.href : webcal;
      program.href = start ? start + encodeURIComponent(address) : address;
    }
    feed.removeAttribute("data-unknown");
    one(".unknown")?.remove();
  }

  // ── Copying ────────────────────────────────────────────────────────────────────────────────────

  /** An event as people write it into a letter: what, when, how often, where, and the address of its page. */
  const eventText = (button) => {
    const place = [one(".venue bdi"), one(".venue .city")].map(plain).filter(Boolean).join(", ");
    const address = one('link[rel="canonical"]')?.href ?? (isOnline ? location.href.replace(/#.*/, "") : "");
    return [plain(one("h1")), button.dataset.when, plain(one(".repeats")?.lastChild), place, address]
      .filter(Boolean).join("\n");
  };

  const put = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Browsers give pages a clipboard over https alone, but let them copy what is selected.
      const focused = document.activeElement;
      const field = document.createElement("textarea");
      field.value = text;
      field.className = "vh";
      document.body.append(field);
      field.select();
      const isDone = document.execCommand("copy");
      field.remove();
      focused?.focus({ preventScroll: true });
      return isDone;
    }
  };

  // It exists from the start: a region that is added together with its text is often not announced.
  const said = document.createElement("p");
  said.className = "vh";
  said.role = "status";
  document.body.append(said);

  const copy = async (button) => {
    const feed = button.closest(".address");
    if (!await put(feed ? plain(one("a", feed)) : eventText(button))) return;
    const { done } = button.dataset;
    button.dataset.word ??= button.textContent;
    said.textContent = button.textContent = done;
    setTimeout(() => {
      button.textContent = button.dataset.word;
      said.textContent = "";
    }, 2000);
  };

  // ── The list of programs ───────────────────────────────────────────────────────────────────────

  const close = (except) => {
    for (const list of all(".adding[open]")) if (list !== except) list.open = false;
  };
  addEventListener("keydown", ({ key }) => {
    const list = key === "Escape" && one(".adding[open]");
    if (!list) return;
    if (list.contains(document.activeElement)) one("summary", list).focus();
    close();
  });
  addEventListener("click", ({ target }) => {
    const button = target.closest?.("button.copy");
    if (button) copy(button);
    close(target.closest?.(".adding"));
  });
}
