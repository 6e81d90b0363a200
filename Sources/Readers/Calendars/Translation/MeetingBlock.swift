import Bytes

/// The block of an online meeting that Google Calendar writes at the end of a description, between two lines such as
/// `-::~:~::~:~:~::~:~::-`: the address for joining, numbers for the telephone, help, and that nobody should edit it.
enum MeetingBlock {
  /// A text without such blocks, and the blocks; `nil` if there is none. O(text).
  static func cut(from text: [UInt8]) -> (text: [UInt8], block: [UInt8])? {
    var kept: [UInt8] = []
    var block: [UInt8] = []
    var copied = 0
    var opening: Range<Int>?
    var place = 0
    while let start = text[place...].firstIndex(of: .hyphen) {
      let line = start..<(text[start...].firstIndex { $0 != .hyphen && $0 != .colon && $0 != 0x7E } ?? text.endIndex)
      place = line.upperBound
      guard line.count >= 12, text[line].starts(with: "-::~:~".utf8), text[line].suffix(4).elementsEqual("~::-".utf8)
      else { continue }
      guard let begin = opening else {
        opening = line
        continue
      }
      opening = nil
      kept += text[copied..<begin.lowerBound]
      while let last = kept.last, last.isWhitespace { kept.removeLast() }
      block += text[begin.upperBound..<line.lowerBound]
      copied = line.upperBound
      while copied < text.count, text[copied].isWhitespace { copied += 1 }
      if copied < text.count, !kept.isEmpty { kept += "\n\n".utf8 }
    }
    if copied == 0 { return nil }
    return (kept + text[copied...], block)
  }
}
