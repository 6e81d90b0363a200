import Foundation

@testable import PreviewServer

#if canImport(Glibc)
  import Glibc
  private let stream = Int32(SOCK_STREAM.rawValue)
  private let noSignal = Int32(MSG_NOSIGNAL)
#elseif canImport(Musl)
  import Musl
  private let stream = SOCK_STREAM
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let stream = SOCK_STREAM
  private let noSignal: Int32 = 0
#endif

/// A connection that sends and reads what client libraries would not.
final class RawClient: @unchecked Sendable {
  private let file: Int32
  let port: UInt16

  init(_ server: PreviewServer) {
    port = server.port
    file = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(connected == 0, "no connection: \(errno)")
    // A failing test must not hang. The server shares its threads with all other tests, some of which compute for a
    // minute.
    var patience = timeval(tv_sec: 900, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(file) }

  /// - Returns: whether the connection accepted everything.
  @discardableResult
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Foundation.send(file, $0.baseAddress!, $0.count, noSignal) }
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// The available bytes, waiting for some; `nil` once the server has closed the connection.
  func read(atMost count: Int = 65_536) -> String? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = recv(file, &bytes, count, 0)
    precondition(got >= 0 || errno != EAGAIN, "the server neither answered nor ended the connection")
    return got > 0 ? String(decoding: bytes.prefix(got), as: UTF8.self) : nil
  }

  /// Everything until the server closes the connection.
  func readToEnd() -> String {
    var all = ""
    while let part = read() { all += part }
    return all
  }

  /// Reads until a text has arrived; returns everything until then.
  func read(until text: String) -> String {
    var all = ""
    while !all.contains(text), let part = read() { all += part }
    return all
  }

  var host: String { "Host: localhost:\(port)\r\n" }

  func get(_ path: String, _ fields: String = "") -> Bool { send("GET \(path) HTTP/1.1\r\n\(host)\(fields)\r\n") }
}
