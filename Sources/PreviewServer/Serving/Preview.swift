import Bytes
import Publishing
import SiteBuilder
import Synchronization

/// What is served: the last good site, and errors since. Answers requests, from any thread.
final class Preview: Sendable {
  private struct State {
    var site: PreparedSite?
    var build: String
    var error: String?
    var cache = PageCache()
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var nextListener = 0

    var message: [UInt8] { LiveReload.message(build: build, error: error) }
  }

  private let state: Mutex<State>
  /// Held while a change is sent, so that no older one is sent after it.
  private let sending = Mutex(())
  /// Part of each build's name, with its number: pages of another run are never taken for this one's.
  private let run: String
  /// `nil` if pages can only be read.
  let editing: Editing?

  /// - Parameter run: unique to this run of the server.
  init(run: String, editing: Editing? = nil) {
    self.run = run
    self.editing = editing
    state = Mutex(State(site: nil, build: run + "-0"))
  }

  // MARK: Rebuilds

  /// Serves a site from now on; open pages reload.
  func show(_ site: PreparedSite, number: Int) {
    tellOfChange { state in
      state.site = site
      state.build = "\(run)-\(number)"
      state.error = nil
      state.cache.removeAll()
    }
  }

  /// Keeps what is served and sends the error to open pages.
  func show(error: String) { tellOfChange { $0.error = error } }

  /// Changes the state and sends it to open pages, in the order of the changes.
  ///
  /// Nothing is sent while the state is locked: sending waits for the listening task, which, if it is being cancelled,
  /// waits for the state to remove itself.
  private func tellOfChange(_ change: (inout sending State) -> Void) {
    sending.withLock { _ in
      let (listeners, message) = state.withLock { state in
        change(&state)
        return (Array(state.listeners.values), state.message)
      }
      for listener in listeners { listener.yield(message) }
    }
  }

  /// The messages for an open page: the present state at once, then every change. For a page that reads slowly, only
  /// the newest is kept.
  func messages() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      let id = state.nextListener
      state.nextListener += 1
      state.listeners[id] = continuation
      continuation.yield(state.message)
      return id
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  // MARK: Requests

  /// The kind of answer to a request.
  enum Answer {
    case response(Response)
    /// The stream of ``messages()``, while the client listens.
    case events
  }

  /// - Parameter port: the port that the server is bound to, which the Host header must name.
  func answer(_ head: RequestHead, port: UInt16) throws(Refusal) -> Answer {
    let hosts = head.values("host")
    guard hosts.count == 1 else { throw .noHost }
    guard LoopbackHost.isAccepted(host: hosts[0], port: port) else { throw .wrongHost }
    guard head.method == "GET" || head.method == "HEAD" else { throw .method }
    if head.hasBody { throw .body }
    let path = try RequestPath.decode(head.target)
    if path == LiveReload.events, head.method == "GET" { return .events }
    return .response(Self.response(page(path), head))
  }

  private func page(_ path: String) -> Page {
    if path.hasPrefix(LiveReload.folder) {
      return LiveReload.file(path) ?? missing("No such file.")
    }
    let (kept, site, build) = state.withLock { state in
      (state.cache.page(path), state.site, state.build)
    }
    if let kept { return kept }
    let made: Page
    do throws(BuildError) {
      guard let site else { return page("index.html", LiveReload.emptyPage, build, status: .unavailable) }
      guard let bytes = try site.render(path) else {
        // Not cached: there are unlimited paths that do not exist.
        guard let bytes = try site.render("404.html") else { return missing("No such page.") }
        return page("404.html", bytes, build, status: .notFound)
      }
      made = page(path, bytes, build)
    } catch {
      let text = error.lines.joined(separator: "\n") + "\n"
      return Page(status: .internalError, type: ContentType.of(".txt"), bytes: Array(text.utf8))
    }
    // A page that was rendered while the site changed belongs to the old one.
    state.withLock { state in
      if state.build == build { state.cache.keep(made, at: path) }
    }
    return made
  }

  private func page(_ path: String, _ bytes: [UInt8], _ build: String, status: Status = .ok) -> Page {
    let isHTML = path.hasSuffix(".html")
    return Page(
      status: status, type: ContentType.of(path),
      bytes: isHTML ? LiveReload.inject(into: bytes, build: build, token: editing?.token) : bytes,
      hasToken: isHTML && editing != nil)
  }

  private func missing(_ text: String) -> Page {
    Page(status: .notFound, type: ContentType.of(".txt"), bytes: Array((text + "\n").utf8))
  }

  /// The answer for a page: whole, in part, or 304 if the client has it.
  static func response(_ page: Page, _ head: RequestHead) -> Response {
    var response = Response(status: page.status, fields: [("Content-Type", page.type)])
    if page.type == "image/svg+xml" {
      response.fields.append(("Content-Security-Policy", Response.drawingPolicy))
    }
    response.isHead = head.method == "HEAD"
    response.isStored = !page.hasToken
    // A client that stores nothing has no use for validators and ranges: the page is sent whole.
    guard page.status == .ok, !page.hasToken else {
      response.body = page.bytes
      return response
    }
    response.fields += [("ETag", page.tag), ("Accept-Ranges", "bytes")]
    let known = head.values("if-none-match").joined(separator: ",")
    if EntityTag.matches(known, page.tag) {
      response.status = .notModified
      return response
    }
    // If the client's version is another one, a range is of no use to it (RFC 9110, section 13.1.5).
    let isRanged =
      head.method == "GET"
      && head["if-range"].map { $0 == page.tag } ?? head.values("if-range").isEmpty
    switch ByteRange(isRanged ? head["range"] : nil, of: page.bytes.count) {
    case .whole:
      response.body = page.bytes
    case .part(let range):
      response.status = .partialContent
      response.fields.append(
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(page.bytes.count)"))
      response.body = Array(page.bytes[range])
    case .unsatisfiable:
      response.status = .rangeNotSatisfiable
      response.fields.append(("Content-Range", "bytes */\(page.bytes.count)"))
    }
    return response
  }
}
