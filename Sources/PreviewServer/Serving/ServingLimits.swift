/// How long the server waits for its clients, and how many it serves at once. Times are generous for browsers, and
/// finite for everybody else. Tests pass shorter ones.
struct ServingLimits: Sendable {
  /// Open connections. Far more than the tabs of a browser need, far fewer than file descriptors.
  var connections = 256
  /// Connections that may be event streams. The others are left for pages.
  var streams = 128
  /// From an answer, or from the connection's beginning, to the first byte of the next request.
  var idle = Duration.seconds(30)
  /// From a request's first byte to the end of its head.
  var head = Duration.seconds(30)
  /// From the end of a request's head to the end of its body.
  var body = Duration.seconds(30)
  /// For an answer to be taken, whatever its size…
  var answer = Duration.seconds(30)
  /// …and one second more for so many bytes of it.
  var bytesPerSecond = 65_536
  /// For an event stream without an event. Browsers connect again by themselves.
  var quietStream = Duration.seconds(300)
  /// For an event stream as a whole.
  var stream = Duration.seconds(3_600)
  /// For a client that was refused to stop talking.
  var farewell = Duration.seconds(1)
  /// A connection that is being served gives way to a new one only after this time.
  var patience = Duration.seconds(5)
  /// Between looks for connections whose time is over.
  var look = Duration.seconds(1)

  /// For an answer of so many bytes to be taken.
  func answer(ofBytes count: Int) -> Duration {
    answer + .milliseconds(Int64(count) * 1_000 / Int64(bytesPerSecond))
  }
}
