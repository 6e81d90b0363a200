/// Properties of a file by its extension: for the preview server, and for `--precompress`.
package enum ContentType {
  /// The media type, as sent to browsers.
  package static func of(_ path: String) -> String {
    switch fileExtension(of: path) {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "txt", "md": "text/plain; charset=utf-8"
    case "ics", "ifb": "text/calendar; charset=utf-8"
    case "json": path.hasSuffix("feeds/feed.json") ? "application/feed+json" : "application/json"
    case "webmanifest": "application/manifest+json"
    case "xml": path.hasSuffix("feeds/atom.xml") ? "application/atom+xml" : "application/xml"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "ico": "image/vnd.microsoft.icon"
    case "woff2": "font/woff2"
    case "woff": "font/woff"
    case "ttf": "font/ttf"
    case "otf": "font/otf"
    case "mp4": "video/mp4"
    case "webm": "video/webm"
    case "mp3": "audio/mpeg"
    case "zip": "application/zip"
    case "pdf": "application/pdf"
    case "gz": "application/gzip"
    default: "application/octet-stream"
    }
  }

  /// Whether such files become much smaller when compressed: text, WebAssembly and the site's data do, pictures are
  /// compressed already.
  package static func isCompressible(_ path: String) -> Bool {
    let type = of(path)
    if type.hasPrefix("text/") || fileExtension(of: path) == "bin" { return true }
    return switch type {
    case "application/json", "application/feed+json", "application/manifest+json", "application/xml",
      "application/atom+xml", "application/wasm", "image/svg+xml":
      true
    default: false
    }
  }

  /// Whether a file's bytes are text, judged by its name; a name without an extension, such as `CNAME`, counts as text.
  package static func isText(_ path: String) -> Bool {
    let type = of(path)
    return isCompressible(path) || type == "application/octet-stream" && fileExtension(of: path).isEmpty
  }

  /// In lower case; empty if there is none.
  private static func fileExtension(of path: String) -> String {
    guard let dot = path.utf8.lastIndex(of: 0x2E), !path.utf8[dot...].contains(0x2F) else { return "" }
    return path[path.utf8.index(after: dot)...].lowercased()
  }
}
