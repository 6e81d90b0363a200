import CivilTime

/// What the expansion of a rule gives.
extension ScaledRule {
  /// Instances as values of RDATE or EXDATE in the form of DTSTART.
  struct Instances {
    var values: [[UInt8]] = []
    /// Whether the rule has no more.
    var isWhole = false
    /// The days of the first and last one, if some were left out since there are more than ``most``.
    var cut: (first: CivilDate, last: CivilDate)?
  }

  /// At most ``most`` instances: those that are shown, and earlier ones if there is room.
  struct InstancesFound {
    private let since: CivilDate
    private var all: [CivilDateTime] = []
    /// How many instances at the beginning are left out.
    private var dropped = 0
    private(set) var isCut = false
    /// Whether there was no room for an instance that is shown.
    private(set) var isFull = false

    init(since: CivilDate) { self.since = since }

    var walls: ArraySlice<CivilDateTime> { all[dropped...] }

    mutating func add(_ wall: CivilDateTime) -> Bool {
      if all.count - dropped == ScaledRule.most {
        if all[dropped].date >= since {
          isFull = true
          return false
        }
        dropped += 1
        isCut = true
        if dropped == ScaledRule.most {
          all.removeFirst(dropped)
          dropped = 0
        }
      }
      all.append(wall)
      return true
    }
  }
}
