import FlyingSocks
import Foundation

/// One connection: requests and their answers, one after the other.
struct Connection {
  let socket: AsyncSocket
  let preview: Preview
  let port: UInt16
  let deadlines: Deadlines

  enum Time {
    /// For a whole request to arrive, the wait for it included.
    static let request = Duration.seconds(30)
    /// For an answer to be taken.
    static let answer = Duration.seconds(30)
    /// For a client that was refused to stop talking.
    static let farewell = Duration.seconds(1)
  }

  /// Serves until either side ends it. What fails here is the network's or the client's affair, and
  /// ends only this connection.
  func run() async {
    var buffer: [UInt8] = []
    while true {
      deadlines.set(socket.socket, Time.request)
      var head: RequestHead?
      do throws(Refusal) {
        head = try RequestHead.take(from: &buffer)
        guard let head else {
          guard let received = try? await socket.read(atMost: 4_096) else { return }
          buffer += received
          continue
        }
        switch preview.editing?.admission(head, port: port) ?? .none {
        case .none: break
        case .refused(let response): return await hangUp(response)
        case .body(let count):
          while buffer.count < count {
            guard let received = try? await socket.read(atMost: 4_096) else { return }
            buffer += received
          }
          let body = Array(buffer.prefix(count))
          buffer.removeFirst(count)
          // However long the files are: what was begun is answered.
          deadlines.set(socket.socket, nil)
          let response = await preview.editing!.answer(head, body)
          deadlines.set(socket.socket, Time.answer)
          let bytes = response.encoded(keepsAlive: head.keepsAlive)
          guard (try? await socket.write(bytes)) != nil else { return }
          if !head.keepsAlive { return await end() }
          continue
        }
        deadlines.set(socket.socket, Time.answer)
        switch try preview.answer(head, port: port) {
        case .response(let response):
          let bytes = response.encoded(keepsAlive: head.keepsAlive)
          guard (try? await socket.write(bytes)) != nil else { return }
          if !head.keepsAlive { return await end() }
        case .events:
          return await sendEvents()
        }
      } catch {
        return await refuse(error, isHead: head?.method == "HEAD")
      }
    }
  }

  /// Says why, and hangs up: after a request that could not be read to its end, nobody knows where
  /// the next begins.
  private func refuse(_ refusal: Refusal, isHead: Bool) async {
    var response = Response(refusal)
    response.isHead = isHead
    await hangUp(response)
  }

  private func hangUp(_ response: Response) async {
    deadlines.set(socket.socket, Time.answer)
    guard (try? await socket.write(response.encoded(keepsAlive: false))) != nil else { return }
    await end()
  }

  /// Lets the client read to the end: a connection closed upon unread bytes is reset, and the answer with
  /// it.
  private func end() async {
    deadlines.set(socket.socket, Time.farewell)
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    var left = 1 << 20
    while left > 0, let bytes = try? await socket.read(atMost: 4_096) { left -= bytes.count }
  }

  /// Server-sent events (HTML, section 9.2) until the client goes.
  private func sendEvents() async {
    let fields =
      ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store"] + Response.guards
      + ["Connection: close", "", "retry: 500\n\n"]
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard (try? await socket.write(Data(fields.joined(separator: "\r\n").utf8))) != nil else {
          return
        }
        for await message in preview.messages() {
          deadlines.set(socket.socket, Time.answer)
          guard (try? await socket.write(Data(message))) != nil else { return }
          deadlines.set(socket.socket, nil)
        }
      }
      // A client that listens says nothing more; the end of its silence is the end of the connection.
      group.addTask {
        while (try? await socket.read(atMost: 4_096)) != nil {}
      }
      await group.next()
      group.cancelAll()
    }
  }
}
