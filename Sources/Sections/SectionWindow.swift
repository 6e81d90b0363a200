import CivilTime

/// The sections that a build publishes: one section, and its neighbours until all dates are covered.
public struct SectionWindow<S: Section>: Sequence, Sendable {
  /// The section of the first day.
  public let first: S
  /// The section of the last day.
  public let last: S

  /// Every section that overlaps a range of days; `nil` if the range is empty or extends beyond the calendar.
  public init?(meeting days: Range<CivilDate>, _ rules: WeekRules) {
    guard !days.isEmpty, let lastDay = days.upperBound.adding(days: -1),
      let first = S.containing(days.lowerBound, rules), let last = S.containing(lastDay, rules)
    else { return nil }
    self.first = first
    self.last = last
  }

  /// Whether a section is in the run.
  public func contains(_ section: S) -> Bool { first <= section && section <= last }

  /// Walks the run from its first section to its last.
  public func makeIterator() -> Iterator { Iterator(upcoming: first, last: last) }

  /// Walks a run by asking each section for its next.
  public struct Iterator: IteratorProtocol {
    fileprivate var upcoming: S?
    fileprivate let last: S

    /// The next section; `nil` after the last.
    public mutating func next() -> S? {
      guard let current = upcoming else { return nil }
      upcoming = current == last ? nil : current.next
      return current
    }
  }
}
