import Foundation

/// A small generator with repeatable runs: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The seed in the environment variable SEED, which repeats a run, otherwise a new one.
  package static func seed() -> UInt64 {
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True with this percentage.
  package mutating func chance(_ percent: Int) -> Bool { int(0...99) < percent }

  package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// True once in `count` times on average.
  package mutating func once(in count: Int) -> Bool { int(1...count) == 1 }

  package mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
    choices.randomElement(using: &self)!
  }

  package mutating func bytes(_ count: Int, from alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in pick(alphabet) }
  }
}

/// Calls `body` with `rounds` generators, each with its own seed. A failure names the seed of its round; with that in
/// the environment variable SEED the round is the first.
package func withRandom(_ rounds: Int, _ body: (inout SeededGenerator) throws -> Void) throws {
  let first = SeededGenerator.seed()
  for round in 0..<rounds {
    let seed = first &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    do { try body(&random) } catch { throw adding("SEED=\(seed)", to: error) }
  }
}
