import Bytes
import CalendarPages

/// Open pages reload after a rebuild. What is needed for that is served below `/.busylife/`, where no
/// site has files, and is linked to from each page as it is sent; nothing of it is ever published.
enum LiveReload {
  static let folder = ".busylife/"
  static let events = folder + "events"

  /// A page with the script in its head. The script is told which build the page is of, so that a rebuild
  /// between the page and its first event is not missed.
  /// - Parameter token: what edits of the page must bear, where there can be any.
  static func inject(into html: [UInt8], build: String, token: String? = nil) -> [UInt8] {
    let meta = token.map { "<meta name=\"busylife-edit\" content=\"\($0)\">\n" } ?? ""
    let tag = meta + "<script src=\"/\(folder)reload.js\" data-build=\"\(build)\" defer></script>\n"
    let head = Array("</head>".utf8)
    var index = 0
    while index + head.count <= html.count {
      if html[index] == 0x3C,
        html[index..<index + head.count].elementsEqual(head, by: { $0 | 0x20 == $1 | 0x20 })
      {
        break
      }
      index += 1
    }
    // A template without a head still gets the script; a browser finds it a place.
    if index + head.count > html.count { return html + Array(tag.utf8) }
    return html[..<index] + Array(tag.utf8) + html[index...]
  }

  /// A message of the event stream: the build that pages should be of, and what is wrong if the last
  /// rebuild failed.
  static func message(build: String, error: String?) -> [UInt8] {
    var out: [UInt8] = []
    out.append("data: {\"build\":")
    out.append(json: build.utf8)
    out.append(",\"error\":")
    if let error { out.append(json: error.utf8) } else { out.append("null") }
    out.append("}\n\n")
    return out
  }

  /// The page that is served while there is no site yet, because its content can't be built.
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

  /// The files of the folder.
  static func file(_ path: String) -> Page? {
    switch path {
    case folder + "reload.js": Page(type: ContentType.of(path), bytes: Array(script.utf8))
    case folder + "reload.css": Page(type: ContentType.of(path), bytes: Array(style.utf8))
    default: nil
    }
  }

  private static let script = """
    // Part of the preview server: reloads the page after a rebuild, and says why a rebuild failed.
    (() => {
      const build = document.currentScript.dataset.build;
      const key = 'busylife:scroll';

      // The place on the page outlives its reloading.
      const kept = JSON.parse(sessionStorage.getItem(key) || 'null');
      sessionStorage.removeItem(key);
      if (kept && kept.path === location.pathname) {
        const back = () => scrollTo({ left: kept.left, top: kept.top, behavior: 'instant' });
        back();
        addEventListener('load', back, { once: true });
      }
      const reload = () => {
        // A page without end keeps its place itself.
        if (!document.body.classList.contains('endless'))
          sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, left: scrollX, top: scrollY }));
        location.reload();
      };

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
        // Told again when the stream begins anew: only what changed is said to who listens.
        if (panel.lastChild.textContent !== error) panel.lastChild.textContent = error;
      };

      // A browser opens few connections to one server; pages that nobody sees leave theirs to others and
      // ask again when they are looked at. The server ends streams after a time; the browser then connects again,
      // and the first event says whether the page is still of the last build.
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
          // After an answer that is no stream, browsers do not try again by themselves.
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
