import Foundation

/// The least time that `count` calls took in any of some rounds, as microseconds a call: what disturbs a
/// machine only ever adds.
func bestMicroseconds(rounds: Int, count: Int, _ body: () -> Void) -> Double {
  var best = Double.infinity
  for _ in 0...rounds {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { body() }
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3 / Double(count))
  }
  return best
}
