/// A day of the week, numbered as in ISO 8601.
public enum Weekday: UInt8, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday `days` later (earlier if negative).
  @inlinable public func adding(days: Int) -> Weekday {
    let moved = (Int(rawValue) - 1 + days % 7 + 7) % 7
    return Weekday(rawValue: UInt8(moved + 1)).unsafelyUnwrapped
  }

  /// How many days this weekday comes after `first` in a week that begins with `first`: 0 to 6.
  @inlinable public func index(from first: Weekday) -> Int {
    (Int(rawValue) - Int(first.rawValue) + 7) % 7
  }
}
