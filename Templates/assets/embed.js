// <busylife-calendar src="https://host/path/" view="agenda" days="7">: the calendar of that site, in a frame as high as
// what it shows. For pages of other sites: a classic script, which may be included more than once. Until the frame has
// spoken, and for good if it never does, the element shows its own content. It sends busylife:load and busylife:select.

customElements.get("busylife-calendar") || customElements.define("busylife-calendar", class extends HTMLElement {
  static observedAttributes =
    ["src", "view", "days", "calendar", "tz", "accent", "scheme", "link", "compact", "title"];
  #near;
  #frame;
  #from;
  /** What the frame is called if the element has no title. */
  #called;

  connectedCallback() {
    if (!this.shadowRoot) {
      // Neither the page's styles nor its policy for styles reach into a shadow tree's own sheet.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":host{display:block;position:relative}:host([hidden]){display:none}"
        + "iframe{display:block;width:100%;border:0}iframe:not(.on){position:absolute;height:2px;visibility:hidden}"
        + ".on+slot{display:none}");
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      this.shadowRoot.append(document.createElement("slot"));
    }
    addEventListener("message", this);
    // Some browsers never load a lazy frame that is hidden, others at once.
    this.#near = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) this.#open();
    }, { rootMargin: "800px" });
    this.#near.observe(this);
  }

  disconnectedCallback() {
    removeEventListener("message", this);
    this.#near.disconnect();
    this.#close();
  }

  attributeChangedCallback(name, old, value) {
    if (old === value || !this.isConnected || !this.#near) return;
    if (name === "title") {
      if (this.#frame) this.#frame.title = value || this.#called;
      return;
    }
    // Attributes that are changed together load one frame.
    queueMicrotask(() => {
      if (this.#frame) return this.#open();
      // Where it is was told already, to an element that had nothing to show: it is told once more.
      this.#near.unobserve(this);
      if (this.isConnected) this.#near.observe(this);
    });
  }

  /** The address of the frame; undefined if `src` is not one of the web. */
  #address() {
    try {
      const url = new URL(this.getAttribute("src"), document.baseURI);
      if (!/^(https?|file):$/.test(url.protocol)) return;
      url.pathname = `${url.pathname.replace(/[^/]*\.html?$/, "").replace(/\/$/, "")}/embed.html`;
      url.search = url.hash = "";
      for (const name of this.constructor.observedAttributes.slice(1, -1))
        if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
      return url;
    } catch {}
  }

  #open() {
    const url = this.#address();
    if (this.#frame && this.#frame.src === url?.href) return;
    this.#close();
    if (!url || !this.hasAttribute("src")) return;
    this.#near.disconnect();
    this.#from = url.origin;
    this.#frame = document.createElement("iframe");
    // It is as high as its content: a scroll bar would only flash by while the height changes.
    this.#frame.scrolling = "no";
    this.#called = url.host;
    this.#frame.title = this.title || this.#called;
    this.#frame.src = url;
    this.shadowRoot.prepend(this.#frame);
  }

  #close() {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  handleEvent({ source, origin, data }) {
    // In a sandbox without an origin of its own, this page and the frame have none.
    const isOwn = this.#frame && source === this.#frame.contentWindow
      && (origin === this.#from || origin === "null" && self.origin === origin);
    if (!isOwn || !data) return;
    const { busylife: kind, ...detail } = data;
    if (kind === "height" && detail.height > 0) {
      this.#frame.style.height = `${Math.min(detail.height, 1e5)}px`;
      this.#frame.className = "on";
    } else if (kind === "load" || kind === "select") {
      if (kind === "load") {
        this.#called = detail.title;
        this.#frame.title = this.title || this.#called;
      }
      this.dispatchEvent(new CustomEvent(`busylife:${kind}`, { bubbles: true, detail }));
    }
  }
});
