import FlyingSocks
import Foundation

/// One connection: requests and their answers, one after the other.
struct Connection {
  let socket: AsyncSocket
  let preview: Preview
  let port: UInt16
  let connections: Connections

  private var limits: ServingLimits { connections.limits }

  /// Serves until either side closes the connection. Failures of the network or the client end only this connection.
  func run() async {
    var buffer = RequestBuffer()
    while true {
      var head: RequestHead?
      do throws(Refusal) {
        head = try await nextHead(&buffer)
        guard let head else { return }
        switch preview.editing?.admission(head, port: port) ?? .none {
        case .none: break
        case .refused(let response): return await hangUp(response)
        case .body(let count):
          guard let body = await body(of: count, &buffer) else { return }
          // No time limit: an edit that has begun is answered, however large the files are.
          connections.set(socket.socket, .working, nil)
          let response = await preview.editing!.answer(head, body)
          guard await send(response, keepsAlive: head.keepsAlive) else { return }
          if !head.keepsAlive { return await end() }
          continue
        }
        switch try preview.answer(head, port: port) {
        case .response(let response):
          guard await send(response, keepsAlive: head.keepsAlive) else { return }
          if !head.keepsAlive { return await end() }
        case .events:
          return await sendEvents()
        }
      } catch {
        // After a request that could not be read completely, the beginning of the next one is unknown.
        var response = Response(error)
        response.isHead = head?.method == "HEAD"
        return await hangUp(response)
      }
    }
  }

  // MARK: Requests

  /// The next request's head; `nil` if the client disconnects first. Its time counts from its first byte, and later
  /// bytes do not extend it.
  private func nextHead(_ buffer: inout RequestBuffer) async throws(Refusal) -> RequestHead? {
    var isReading = !buffer.isEmpty
    connections.set(socket.socket, isReading ? .reading : .idle, isReading ? limits.head : limits.idle)
    while true {
      if let head = try buffer.takeHead() { return head }
      guard let received = try? await socket.read(atMost: 4_096) else { return nil }
      buffer.append(received)
      if !isReading {
        isReading = true
        connections.set(socket.socket, .reading, limits.head)
      }
    }
  }

  /// A request's body; `nil` if the client disconnects first.
  private func body(of count: Int, _ buffer: inout RequestBuffer) async -> [UInt8]? {
    connections.set(socket.socket, .reading, limits.body)
    while true {
      if let body = buffer.takeBody(of: count) { return body }
      guard let received = try? await socket.read(atMost: 4_096) else { return nil }
      buffer.append(received)
    }
  }

  // MARK: Answers

  /// - Returns: whether the client received it.
  private func send(_ response: Response, keepsAlive: Bool) async -> Bool {
    let bytes = response.encoded(keepsAlive: keepsAlive)
    connections.set(socket.socket, .answering, limits.answer(ofBytes: bytes.count))
    return (try? await socket.write(bytes)) != nil
  }

  /// Sends an answer and closes the connection.
  private func hangUp(_ response: Response) async {
    if await send(response, keepsAlive: false) { await end() }
  }

  /// Lets the client read the answer: closing a connection with unread bytes resets it, and the answer would be lost.
  private func end() async {
    connections.set(socket.socket, .answering, limits.farewell)
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    var left = 1 << 20
    while left > 0, let bytes = try? await socket.read(atMost: 4_096) { left -= bytes.count }
  }

  /// Sends server-sent events (HTML, section 9.2) until the client disconnects or the stream's time is over. A page
  /// that still listens then reconnects and gets the present state, so it misses no build.
  private func sendEvents() async {
    let fields =
      ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store"] + Response.guards
      + ["Connection: close", "", "retry: 500\n\n"]
    connections.beginStream(socket.socket)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard (try? await socket.write(Data(fields.joined(separator: "\r\n").utf8))) != nil else {
          return
        }
        for await message in preview.messages() {
          connections.sendOnStream(socket.socket)
          guard (try? await socket.write(Data(message))) != nil else { return }
          connections.waitOnStream(socket.socket)
        }
      }
      // The client sends nothing more on this connection; reading ends when it disconnects.
      group.addTask {
        while (try? await socket.read(atMost: 4_096)) != nil {}
      }
      await group.next()
      group.cancelAll()
    }
  }
}
