/// The server's time limits for clients, and how many it serves at once. Times are generous for browsers but finite for
/// everybody. Tests use shorter ones.
struct ServingLimits: Sendable {
  /// Open connections: far more than a browser's tabs need, far fewer than file descriptors.
  var connections = 256
  /// Connections that may be event streams. The others remain for pages.
  var streams = 128
  /// From an answer, or the beginning of the connection, to the first byte of the next request.
  var idle = Duration.seconds(30)
  /// From a request's first byte to the end of its head.
  var head = Duration.seconds(30)
  /// From the end of a request's head to the end of its body.
  var body = Duration.seconds(30)
  /// For receiving an answer, whatever its size…
  var answer = Duration.seconds(30)
  /// …plus one second for this many bytes of it.
  var bytesPerSecond = 65_536
  /// For an event stream without an event. Browsers reconnect by themselves.
  var quietStream = Duration.seconds(300)
  /// For an event stream as a whole.
  var stream = Duration.seconds(3_600)
  /// For a refused client to stop sending.
  var farewell = Duration.seconds(1)
  /// How long a connection has been served before it may be ended for a new one.
  var patience = Duration.seconds(5)
  /// Between checks for connections past their deadline.
  var look = Duration.seconds(1)

  /// The time limit for receiving an answer of this size.
  func answer(ofBytes count: Int) -> Duration {
    answer + .milliseconds(Int64(count) * 1_000 / Int64(bytesPerSecond))
  }
}
