import Bytes

/// The times of day that a rule gives to each of its days (or, for FREQ=HOURLY and shorter, the seconds within each
/// hour or minute), in order.
///
/// BYHOUR, BYMINUTE and BYSECOND form a product: every listed second of every listed minute of every listed hour, up to
/// 86,400. It is stored as three words. If BYSETPOS chooses from it, always the same way in every period, the choice is
/// stored as a list.
struct TimesOfDay {
  private var hours: UInt64
  private var minutes: UInt64
  private var seconds: UInt64
  /// BYSETPOS's choice, ascending; valid only if `isChosen`.
  private var chosen: [Int32] = []
  private var isChosen = false
  private(set) var count: Int32
  /// The first time; valid only if `count` is not 0.
  private(set) var first: Int32

  /// The product of three non-empty sets.
  init(hours: UInt64, minutes: UInt64, seconds: UInt64) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    count = Int32(hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount)
    first = Int32(hours.trailingZeroBitCount * 3600 + minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount)
  }

  /// Keeps only the times at these positions (BYSETPOS).
  mutating func choose(_ positions: [Int16]) {
    var places: [Int32] = []
    resolve(positions, among: count, into: &places)
    chosen = places.map { nth($0) }
    isChosen = true
    count = Int32(chosen.count)
    first = chosen.first ?? 0
  }

  /// The time with `rank` times before it; 0 ≤ `rank` < `count`.
  func nth(_ rank: Int32) -> Int32 {
    if count == 1 { return first }
    if isChosen { return chosen[Int(rank)] }
    let perMinute = Int32(seconds.nonzeroBitCount)
    let perHour = perMinute * Int32(minutes.nonzeroBitCount)
    let hour = hours.place(ofRank: Int(rank / perHour))
    let minute = minutes.place(ofRank: Int(rank % perHour / perMinute))
    return Int32(hour * 3600 + minute * 60 + seconds.place(ofRank: Int(rank % perMinute)))
  }

  /// The number of times before `time`, 0 to 86,400.
  func rank(of time: Int32) -> Int32 {
    if isChosen {
      var low = 0
      var high = chosen.count
      while low < high {
        let middle = (low + high) / 2
        if chosen[middle] < time { low = middle + 1 } else { high = middle }
      }
      return Int32(low)
    }
    let (hour, minute, second) = (Int(time) / 3600, Int(time) / 60 % 60, Int(time) % 60)
    let perMinute = seconds.nonzeroBitCount
    var rank = hours.rank(at: hour) * minutes.nonzeroBitCount * perMinute
    if hours >> UInt64(hour) & 1 == 1 {
      rank += minutes.rank(at: minute) * perMinute
      if minutes >> UInt64(minute) & 1 == 1 { rank += seconds.rank(at: second) }
    }
    return Int32(rank)
  }

  /// The first time at `time` or later; `nil` if there is none.
  func next(from time: Int32) -> Int32? {
    if time <= first { return count == 0 ? nil : first }
    if count == 1 { return nil }
    if isChosen {
      let rank = Int(rank(of: time))
      return rank < chosen.count ? chosen[rank] : nil
    }
    let (hour, minute, second) = (Int(time) / 3600, Int(time) / 60 % 60, Int(time) % 60)
    if hours >> UInt64(hour) & 1 == 1 {
      if minutes >> UInt64(minute) & 1 == 1, let next = seconds.firstSet(from: second) {
        return Int32(hour * 3600 + minute * 60 + next)
      }
      if let next = minutes.firstSet(from: minute + 1) {
        return Int32(hour * 3600 + next * 60 + seconds.trailingZeroBitCount)
      }
    }
    guard let next = hours.firstSet(from: hour + 1) else { return nil }
    return Int32(next * 3600 + minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount)
  }
}

/// Converts BYSETPOS to positions from 0 in a set of `count`, ascending, without duplicates and without those outside
/// of the set; `places` is scratch space, emptied first. O(positions).
func resolve(_ positions: [Int16], among count: Int32, into places: inout [Int32]) {
  places.removeAll(keepingCapacity: true)
  // Positive positions come first and ascend, and negative ones do too: a merge.
  let middle = positions.firstIndex { $0 < 0 } ?? positions.count
  var (low, high) = (0, middle)
  while low < middle || high < positions.count {
    let fromStart = low < middle ? Int32(positions[low]) - 1 : .max
    let fromEnd = high < positions.count ? count + Int32(positions[high]) : .max
    let place = min(fromStart, fromEnd)
    if fromStart == place { low += 1 }
    if fromEnd == place { high += 1 }
    if place >= 0, place < count { places.append(place) }
  }
}
