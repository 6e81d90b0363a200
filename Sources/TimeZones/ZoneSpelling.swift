import Bytes
import CivilTime

/// How zones are written: offsets on the command line and in pages, and zones in file names.
public enum ZoneSpelling {
  /// Reads a fixed offset in any spelling and case: `Z`, `UTC`, `GMT`, `UTC+8`, `UTC-03:30`, `GMT-2`, `+05:45`,
  /// `+0545`, `UTC+08:05:43`. East is positive: `GMT-2` is two hours *behind* UTC, unlike the tz database's
  /// `Etc/GMT-2`. The minus sign may be U+2212.
  ///
  /// `nil` for anything else, for minutes or seconds above 59 and beyond ±18:00.
  public static func parse(_ text: some Collection<UInt8>) -> UTCOffset? {
    let bytes = Array(text)
    if bytes.equalsIgnoringCase("Z") { return .utc }
    var index = 0
    if bytes.prefix(3).equalsIgnoringCase("UTC") || bytes.prefix(3).equalsIgnoringCase("GMT") {
      if bytes.count == 3 { return .utc }
      index = 3
    }
    let negative: Bool
    if index < bytes.count, bytes[index] == UInt8.ascii("+") || bytes[index] == UInt8.ascii("-") {
      negative = bytes[index] == UInt8.ascii("-")
      index += 1
    } else if bytes[index...].starts(with: [0xE2, 0x88, 0x92] as [UInt8]) {
      negative = true
      index += 3
    } else {
      return nil
    }
    guard let seconds = magnitude(bytes[index...]) else { return nil }
    return UTCOffset(seconds: negative ? -seconds : seconds)
  }

  /// Seconds of `h`, `hh`, `hhmm`, `hhmmss`, `h:mm`, `hh:mm` or `hh:mm:ss`.
  private static func magnitude(_ bytes: ArraySlice<UInt8>) -> Int? {
    var numbers = [0, 0, 0]
    var digits = 0
    var field = 0
    var colons = 0
    for byte in bytes {
      if let digit = byte.digitValue {
        // Without colons each field has two digits; only the hour may have a single one.
        if colons == 0, digits > 0, digits % 2 == 0 {
          field += 1
        } else if colons > 0, digits == 2 {
          return nil
        }
        guard field < 3 else { return nil }
        numbers[field] = numbers[field] * 10 + digit
        digits += 1
      } else if byte == UInt8.ascii(":") {
        let full = colons == 0 ? digits == 1 || digits == 2 : digits == 2
        guard full, colons < 2 else { return nil }
        colons += 1
        field += 1
        digits = 0
      } else {
        return nil
      }
    }
    let complete = colons > 0 ? digits == 2 : digits == 1 || (digits > 0 && digits % 2 == 0)
    guard complete, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
  }

  /// The one spelling in which pages name an offset: `UTC`, `UTC+8`, `UTC-03:30`, `UTC+08:05:43`.
  public static func name(of offset: UTCOffset) -> [UInt8] {
    var name: [UInt8] = [UInt8]("UTC")
    let seconds = Int(offset.seconds.magnitude)
    if seconds == 0 { return name }
    name.append(offset.seconds < 0 ? UInt8.ascii("-") : UInt8.ascii("+"))
    if seconds % 3600 == 0 {
      name.append(decimal: seconds / 3600)
    } else {
      name.append(twoDigits: seconds / 3600)
      name.append(ascii: ":")
      name.append(twoDigits: seconds / 60 % 60)
      if seconds % 60 != 0 {
        name.append(ascii: ":")
        name.append(twoDigits: seconds % 60)
      }
    }
    return name
  }

  /// A zone's name as a folder name: lower-case letters, digits and hyphens, valid on every file system and in every
  /// URL without escapes.
  ///
  /// `Asia/Shanghai` becomes `asia-shanghai`, `America/Port-au-Prince` `america-port-au-prince`, `UTC+8` `utc-plus-8`,
  /// `UTC-03:30` `utc-minus-03-30` and `Etc/GMT-8` `etc-gmt-minus-8`. No two names of the tz database collide. A name
  /// with any other character, as a VTIMEZONE may have, gets a hash of the name appended.
  package static func slug(of identifier: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(identifier)
    var slug: [UInt8] = []
    var isForeign = false
    func hyphen(_ slug: inout [UInt8]) {
      if let last = slug.last, last != UInt8.ascii("-") { slug.append(ascii: "-") }
    }
    for (index, byte) in bytes.enumerated() {
      if byte.isLetter || byte.isDigit {
        slug.append(byte.lowercased)
        continue
      }
      hyphen(&slug)
      let beforeDigit = index + 1 < bytes.count && bytes[index + 1].isDigit
      switch byte {
      case UInt8.ascii("+"): slug.append("plus-")
      case UInt8.ascii("-") where beforeDigit: slug.append("minus-")
      case UInt8.ascii("-"), UInt8.ascii("/"), UInt8.ascii("_"), UInt8.ascii(":"): break
      default: isForeign = true
      }
    }
    if isForeign || slug.isEmpty {
      hyphen(&slug)
      slug.append(base32: StableHash.of(bytes), digits: 8)
    } else if slug.last == UInt8.ascii("-") {
      slug.removeLast()
    }
    return slug
  }
}
