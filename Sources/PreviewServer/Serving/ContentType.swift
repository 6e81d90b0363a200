/// The media type of a file, by its extension.
enum ContentType {
  static func of(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return "application/octet-stream"
    }
    return switch path[path.index(after: dot)...].lowercased() {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "txt", "md": "text/plain; charset=utf-8"
    case "ics", "ifb": "text/calendar; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "xml": "application/xml"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "avif": "image/avif"
    case "ico": "image/vnd.microsoft.icon"
    case "woff2": "font/woff2"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
