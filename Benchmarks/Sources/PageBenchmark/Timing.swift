import Foundation

/// The shortest time per call, in microseconds, over some rounds of `count` calls: disturbances only ever add time.
func bestMicroseconds(rounds: Int, count: Int, _ body: () -> Void) -> Double {
  var best = Double.infinity
  for _ in 0...rounds {
    let start = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<count { body() }
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3 / Double(count))
  }
  return best
}
