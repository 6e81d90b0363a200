import Bytes
import CalendarPages
import Publishing

/// Reloads open pages after a rebuild. The files for this are served below `/.busylife/`, where no site has files, and
/// are linked from each page as it is sent; they are never published.
enum LiveReload {
  static let folder = ".busylife/"
  static let events = folder + "events"

  /// A page with the script in its head. The script knows which build the page is from, so that a rebuild between the
  /// page and its first event is not missed.
  /// - Parameter token: the edit token, if pages can edit.
  static func inject(into html: [UInt8], build: String, token: String? = nil) -> [UInt8] {
    let meta = token.map { "<meta name=\"busylife-edit\" content=\"\($0)\">\n" } ?? ""
    let edits = token == nil ? "" : " data-edits"
    let tag = meta + "<script src=\"/\(folder)reload.js\" data-build=\"\(build)\"\(edits) defer></script>\n"
    let head = Array("</head>".utf8)
    let index = html.indices.first { index in
      html[index] == .less && html[index...].prefix(head.count).elementsEqual(head, by: { $0 | 0x20 == $1 | 0x20 })
    }
    // Without a head, the script is put last; browsers accept that.
    guard let index else { return html + Array(tag.utf8) }
    return html[..<index] + Array(tag.utf8) + html[index...]
  }

  /// A message of the event stream: the number of the current build, and the error if the last rebuild failed.
  static func message(build: String, error: String?) -> [UInt8] {
    var out: [UInt8] = []
    out.append("data: {\"build\":")
    out.append(json: build.utf8)
    out.append(",\"error\":")
    if let error { out.append(json: error.utf8) } else { out.append("null") }
    out.append("}\n\n")
    return out
  }

  /// The page served while there is no site yet, because its content can't be built.
  static let emptyPage = Array(
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>No site yet</title>
    </head>
    <body><p>The site can’t be built yet. It appears here once its content is mended.</p></body>
    </html>

    """.utf8)

  /// The file at a path below `/.busylife/`.
  static func file(_ path: String) -> Page? {
    switch path {
    case folder + "reload.js": Page(type: ContentType.of(path), bytes: Array(script.utf8))
    case folder + "reload.css": Page(type: ContentType.of(path), bytes: Array(style.utf8))
    default: nil
    }
  }

  private static let script = """
    // Part of the preview server: reloads the page after a rebuild, and shows why a rebuild failed.
    (() => {
      const { build, edits } = document.currentScript.dataset;
      const key = 'busylife:scroll';

      // The scroll position is kept across reloads.
      const kept = JSON.parse(sessionStorage.getItem(key) || 'null');
      sessionStorage.removeItem(key);
      if (kept && kept.path === location.pathname) {
        const back = () => scrollTo({ left: kept.left, top: kept.top, behavior: 'instant' });
        back();
        addEventListener('load', back, { once: true });
      }
      const reload = () => {
        // Pages that can edit keep more of the view.
        if (!document.dispatchEvent(new Event('busylife:reload', { cancelable: true }))) return;
        // An endless page keeps its position itself.
        if (!document.body.classList.contains('endless'))
          sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, left: scrollX, top: scrollY }));
        location.reload();
      };

      const { engine } = document.body.dataset;
      if (engine && edits !== undefined)
        import(new URL('editing.js', new URL(engine, document.baseURI)).href).catch(() => {});

      let panel = null;
      const show = error => {
        if (error === null) {
          if (panel) panel.remove();
          panel = null;
          return;
        }
        if (!panel) {
          if (!document.querySelector('link[href="/.busylife/reload.css"]')) {
            const style = document.createElement('link');
            style.rel = 'stylesheet';
            style.href = '/.busylife/reload.css';
            document.head.append(style);
          }
          panel = document.createElement('div');
          panel.id = 'busylife-error';
          panel.setAttribute('role', 'alert');
          const title = document.createElement('strong');
          title.textContent = 'The rebuild failed; this is the last good page.';
          panel.append(title, document.createElement('pre'));
          document.body.append(panel);
        }
        // The state is repeated when the stream reconnects: announce only changes to screen readers.
        if (panel.lastChild.textContent !== error) panel.lastChild.textContent = error;
      };

      // Browsers open few connections to one server: hidden pages close theirs, and reconnect when they become visible.
      // The server ends streams after a time; the browser then reconnects, and the first event says whether the page is
      // still from the last build.
      let source = null;
      const listen = () => {
        if (document.hidden) {
          if (source) source.close();
          source = null;
        } else if (!source) {
          source = new EventSource('/.busylife/events');
          source.onmessage = event => {
            const state = JSON.parse(event.data);
            if (state.build !== build) reload();
            else show(state.error);
          };
          // Browsers do not reconnect by themselves after an answer that is not a stream.
          source.onerror = event => {
            if (event.target !== source || source.readyState !== EventSource.CLOSED) return;
            source = null;
            setTimeout(listen, 2000);
          };
        }
      };
      document.addEventListener('visibilitychange', listen);
      addEventListener('pagehide', () => { if (source) source.close(); source = null; });
      addEventListener('pageshow', listen);
      listen();
    })();

    """

  private static let style = """
    #busylife-error {
      position: fixed; inset: auto 0 0 0; z-index: 2147483647; box-sizing: border-box;
      max-block-size: 60vh; overflow: auto; padding: 1rem 1.25rem;
      color: #fff; background: #7a1020; border-block-start: 4px solid #ff6b7d;
      font: 0.95rem/1.5 system-ui, sans-serif; text-align: start; direction: ltr;
    }
    #busylife-error pre {
      margin: 0.5rem 0 0; font: 0.9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
    }
    @media print { #busylife-error { display: none; } }

    """
}
