import Bytes
import ICalendar

/// The values of RDATE or EXDATE: dates, times or periods, separated by commas (RFC 5545, 3.8.5). Empty ones are
/// skipped. The only parser of such lists.
package struct TimeList: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  package init(_ value: ArraySlice<UInt8>) { rest = value }

  @inline(never) package mutating func next() -> ListedTime? {
    while !rest.isEmpty {
      let comma = rest.firstIndex(of: .comma) ?? rest.endIndex
      let text = rest[..<comma].trimmed
      rest = rest[comma...].dropFirst()
      if !text.isEmpty { return ListedTime(text) }
    }
    return nil
  }
}

/// One value of a list of times.
package struct ListedTime {
  /// The value as written.
  package let text: ArraySlice<UInt8>
  /// The part of a period before the slash, or all of any other value.
  private let written: ArraySlice<UInt8>

  /// The length of a period.
  package enum Length {
    case none
    case duration(ICalendarDuration)
    case end(DateOrDateTime)
    case unreadable
  }

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    written = text[..<(text.firstIndex(of: .slash) ?? text.endIndex)]
  }

  /// `nil` if it can't be read.
  package var time: DateOrDateTime? { @inline(never) get { DateOrDateTime(written) } }

  /// Whether it looks like a local time, to which TZID applies, rather than a date or a UTC time; also if it can't be
  /// read.
  package var isLocal: Bool {
    let time = written.trimmed
    guard time.count > 8, let last = time.last else { return false }
    return last | 0x20 != 0x7A
  }

  /// The part after the slash, as written; empty if there is none.
  package var writtenLength: ArraySlice<UInt8> { text[written.endIndex...].dropFirst() }

  package var length: Length { @inline(never) get { readLength() } }

  private func readLength() -> Length {
    if written.endIndex == text.endIndex { return .none }
    if let duration = ICalendarDuration(length: writtenLength) { return .duration(duration) }
    return DateOrDateTime(writtenLength).map { .end($0) } ?? .unreadable
  }
}
