import FlyingSocks
import Foundation
import Publishing
import SiteBuilder
import SourceEditing

/// # PreviewServer
///
/// Previews a site while it is written: pages are served from memory, to this machine only, and rendered on request, so
/// the served calendar has no edge; the files that the site is made of are watched, so that open pages follow every
/// save.
///
/// - `Serving/`: HTTP/1.1 (RFC 9110, RFC 9112) for reading: GET and HEAD, conditional and range requests; and POST for
///   edits, where these are allowed (`Editing`).
/// - `Watching/`: which files changed, and what kind of change that is.
///
/// Sockets and their event loop are from FlyingFox (its module FlyingSocks). Its HTTP server limits neither the size of
/// a request's head nor the time a client takes; the small request reader here limits both.
///
/// Left out: TLS, other machines, compressed answers, pages of the Output folder. A published site needs a real server.

/// The server, bound to its port.
package final class PreviewServer: Sendable {
  /// The address to open in a browser: `http://127.0.0.1:8080/`.
  package let url: String
  /// The same for the site's own pages and feeds, in which addresses with brackets would not become links.
  package let siteURL: String
  private let preview: Preview
  private let listening: Socket
  let port: UInt16
  let connections: Connections

  /// Binds a port, so that clients that connect from now on are served once ``run()`` is called.
  /// - Parameters:
  ///   - host: a name or an address of this machine's loopback interface.
  ///   - port: 0 to 65535; 0 takes any free port.
  ///   - editor: makes the edits that pages request; `nil` if pages can only be read.
  /// - Throws: `usage` for another host or port, `inputOutput` for a port that is taken or forbidden.
  package convenience init(host: String, port: Int, editor: SourceEditor? = nil) throws(BuildError) {
    try self.init(host: host, port: port, editor: editor, limits: ServingLimits())
  }

  init(host: String, port: Int, editor: SourceEditor? = nil, limits: ServingLimits) throws(BuildError) {
    guard let loopback = LoopbackHost(host) else {
      throw .usage(
        "--host \(host): the preview\(editor == nil ? "" : ", and --edit above all,") is for this machine alone; use "
          + "127.0.0.1, ::1 or localhost, and publish a build for others"
      )
    }
    guard let wanted = UInt16(exactly: port) else {
      throw .usage("--port \(port): ports are 0 to 65535; 0 takes any free port")
    }
    do {
      listening = try Socket(domain: loopback.isIPv6 ? AF_INET6 : AF_INET)
      // A port that a server has just released may be used again, though its last connections linger.
      try listening.setValue(true, for: .localAddressReuse)
      if loopback.isIPv6 {
        try listening.bind(to: sockaddr_in6.inet6(ip6: loopback.address, port: wanted))
      } else {
        try listening.bind(to: sockaddr_in.inet(ip4: loopback.address, port: wanted))
      }
      try listening.listen()
      switch try listening.sockname() {
      case .ip4(_, let port), .ip6(_, let port): self.port = port
      case .unix: self.port = wanted
      }
    } catch SocketError.failed(_, let code, let message) {
      let place = "\(loopback.name):\(wanted)"
      throw .inputOutput(
        code == EADDRINUSE
          ? "\(place): the port is in use; stop the program that uses it, or choose another with --port (0 for "
            + "any free port)"
          : code == EACCES
            ? "\(place): ports below 1024 need special permission; choose a higher one with --port"
            : "\(place): can't be listened on: \(message.lowercased())")
    } catch {
      throw .inputOutput("\(loopback.name):\(wanted): can't be listened on")
    }
    if let editor {
      var folders: [String] = []
      _ = FolderSnapshot([WatchedFolder(editor.content, .content)]) { folders.append($0) }
      editor.settle(folders)
    }
    connections = Connections(limits)
    url = "http://\(loopback.name):\(self.port)/"
    siteURL = loopback.isIPv6 ? "http://localhost:\(self.port)/" : url
    preview = Preview(
      run: "\(UInt64(Date().timeIntervalSince1970 * 1_000))", editing: editor.map { Editing($0) })
  }

  /// Serves a site from now on; open pages reload.
  /// - Parameter number: the number of the build, from 1.
  package func show(_ site: PreparedSite, number: Int) { preview.show(site, number: number) }

  /// Keeps the last good site; open pages show the error.
  package func show(_ error: BuildError) { preview.show(error: error.lines.joined(separator: "\n")) }

  /// Serves until the task is cancelled.
  package func run() async throws(BuildError) {
    // A client that has disconnected causes an error on writing and must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let pool = SocketPool.make()
    let socket: AsyncSocket
    do {
      try await pool.prepare()
      socket = try AsyncSocket(socket: listening, pool: pool)
    } catch {
      throw .internalFault(
        "the preview server's event loop can't begin: \(error.localizedDescription)")
    }
    defer { try? listening.close() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await pool.run() }
      group.addTask { await self.connections.watch() }
      group.addTask { await self.accept(socket, pool) }
      await group.next()
      group.cancelAll()
    }
    if !Task.isCancelled { throw .internalFault("the preview server's event loop ended") }
  }

  /// Waits until an actor has finished its current work. The pool resumes the task that waits for a socket before it
  /// forgets the socket. If the socket were closed in between, a new connection could get its number, and the pool
  /// would forget that one instead.
  private static func turn(of actor: isolated any Actor) {}

  private func accept(_ listening: AsyncSocket, _ pool: some AsyncSocketPool) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        guard let client = try? await listening.accept() else {
          // A client that left early, or a lack of file descriptors: both are temporary.
          try? await Task.sleep(for: .milliseconds(20))
          continue
        }
        guard connections.open(client.socket) else {
          try? client.close()
          continue
        }
        group.addTask { [preview, port, connections] in
          // Sends small answers at once (TCP_NODELAY).
          try? client.socket.setValue(
            1, for: Int32SocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
          await Connection(socket: client, preview: preview, port: port, connections: connections).run()
          if let pool = pool as? any Actor { await Self.turn(of: pool) }
          connections.close(client.socket)
        }
      }
      group.cancelAll()
    }
  }
}
