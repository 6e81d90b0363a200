// Actions of a client and the expected results are two closures.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Publishing
import Testing

@testable import PreviewServer

/// Time limits for clients, and whom the server serves if there are too many. No test measures time: each waits until
/// the server has ended a connection, or has answered another.
@Suite struct PatienceTests {
  /// A server that runs while `body` does, on other threads: `body` blocks.
  private func serving(
    _ change: (inout ServingLimits) -> Void, _ body: @Sendable @escaping (PreviewServer) -> Void
  ) async throws {
    var limits = ServingLimits()
    // Only the time limit under test is short.
    (limits.idle, limits.head, limits.body, limits.answer) = (
      .seconds(600), .seconds(600), .seconds(600), .seconds(600)
    )
    limits.look = .milliseconds(10)
    change(&limits)
    let server = try PreviewServer(host: "127.0.0.1", port: 0, limits: limits)
    let running = Task { try? await server.run() }
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        body(server)
        done.resume()
      }
    }
    running.cancel()
    _ = await running.value
  }

  /// Waits for what another thread does.
  private static func wait(_ isSo: () -> Bool) {
    while !isSo() { usleep(1_000) }
  }

  private static func answers(_ client: RawClient) -> Bool {
    client.get("/.busylife/reload.css") && client.read(until: "none; } }\n").hasPrefix("HTTP/1.1 200 OK")
  }

  @Test func aHeadThatComesByteByByteHasATotalTime() async throws {
    try await serving({ $0.head = .milliseconds(200) }) { server in
      let client = RawClient(server)
      client.send("GET / HTTP/1.1\r\n")
      // If each byte extended the time limit, the connection would stay open while it accepts bytes.
      while client.send("A: x\r\n") { usleep(20_000) }
      #expect(Self.answers(RawClient(server)))
    }
  }

  @Test func silenceEnds() async throws {
    try await serving({ $0.idle = .milliseconds(100) }) { server in
      #expect(RawClient(server).readToEnd() == "")
      let client = RawClient(server)
      #expect(Self.answers(client))
      #expect(client.readToEnd() == "")
    }
  }

  @Test func emptyLinesAreNoRequest() async throws {
    try await serving({ _ in }) { server in
      let client = RawClient(server)
      client.send("\r\n\r\n")
      #expect(Self.answers(client))
      client.send("\r\n\r\n\r\n")
      #expect(client.readToEnd().hasPrefix("HTTP/1.1 400 "))
    }
  }

  /// Nobody reads the answers to 20,000 requests; the buffers of both sides hold only some of them.
  @Test func anAnswerThatNobodyTakesEnds() async throws {
    try await serving({ $0.answer = .milliseconds(200) }) { server in
      let client = RawClient(server)
      let request = "GET /.busylife/reload.js HTTP/1.1\r\n\(client.host)\r\n"
      var sent = 0
      while sent < 1_000_000, client.send(request) { sent += 1 }
      #expect(sent < 1_000_000)
      #expect(Self.answers(RawClient(server)))
    }
  }

  @Test func largeAnswersHaveMoreTime() {
    let limits = ServingLimits()
    #expect(limits.answer(ofBytes: 0) == .seconds(30))
    #expect(limits.answer(ofBytes: 65_536 * 100) == .seconds(130))
  }

  // MARK: Too many

  @Test func theLongestIdleGivesWay() async throws {
    try await serving({ $0.connections = 3 }) { server in
      let idle = (0..<3).map { _ in RawClient(server) }
      // Used in another order than opened.
      for index in [1, 0, 2] {
        #expect(Self.answers(idle[index]))
        Self.wait { server.connections.count(.idle) == 3 }
      }
      let new = RawClient(server)
      #expect(Self.answers(new))
      #expect(idle[1].readToEnd() == "")
      for client in [idle[0], idle[2], new] { #expect(Self.answers(client)) }
    }
  }

  @Test func slowRequestsGiveWayAfterATime() async throws {
    try await serving({
      $0.connections = 2
      $0.patience = .zero
    }) { server in
      let slow = RawClient(server)
      slow.send("GET / HTTP/1.1\r\nA: ")
      let later = RawClient(server)
      later.send("GET / HTTP/1.1\r\nA: ")
      Self.wait { server.connections.count(.reading) == 2 }
      let new = RawClient(server)
      #expect(Self.answers(new))
      Self.wait { server.connections.count(.reading) == 1 }
    }
  }

  // MARK: Event streams

  private static func stream(_ server: PreviewServer) -> RawClient {
    let client = RawClient(server)
    _ = client.get("/.busylife/events")
    _ = client.read(until: "\"error\":null}\n\n")
    return client
  }

  @Test func theOldestStreamGivesWayToANewOne() async throws {
    try await serving({
      $0.connections = 6
      $0.streams = 3
    }) { server in
      let streams = (0..<4).map { _ in Self.stream(server) }
      #expect(streams[0].readToEnd() == "")
      // The other streams still get builds, and pages are still served.
      server.show(.content(["site.yml:1:1: error: planted"]))
      for stream in streams.dropFirst() { #expect(stream.read(until: "planted").contains("planted")) }
      for _ in 0..<3 { #expect(Self.answers(RawClient(server))) }
    }
  }

  @Test func aQuietStreamEnds() async throws {
    try await serving({ $0.quietStream = .milliseconds(100) }) { server in
      #expect(Self.stream(server).readToEnd() == "")
    }
  }

  /// Events come from before the stream begins until after its end, so the quiet time never passes.
  @Test func aStreamEndsThoughEventsCome() async throws {
    try await serving({ $0.stream = .seconds(2) }) { server in
      let isOver = Flag()
      Thread.detachNewThread {
        while !isOver.isSet {
          server.show(.content(["again"]))
          usleep(20_000)
        }
      }
      let stream = RawClient(server)
      _ = stream.get("/.busylife/events")
      #expect(stream.readToEnd().contains("data: "))
      isOver.set()
    }
  }

  /// Like a browser after a stream has ended: it reconnects, and first gets the present state.
  @Test func aPageThatConnectsAgainMissesNothing() async throws {
    try await serving({ $0.quietStream = .milliseconds(100) }) { server in
      let first = RawClient(server)
      _ = first.get("/.busylife/events")
      let before = first.readToEnd()
      #expect(before.contains("retry: 500\n\n") && before.contains("\"error\":null"))
      server.show(.content(["site.yml:1:1: error: planted"]))
      let again = RawClient(server)
      _ = again.get("/.busylife/events")
      #expect(again.read(until: "planted").contains("planted"))
    }
  }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
