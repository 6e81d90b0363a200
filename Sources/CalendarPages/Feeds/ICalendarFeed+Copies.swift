import Bytes
import ICalendar

// What is copied from a source must have the form of RFC 5545: programs give up a whole file for one line without it.
#if !hasFeature(Embedded)
  extension ICalendarFeed {
    /// A line as it stands in its source, without its parameters if they have not the form of 3.1. O(line).
    static func line(_ property: ICalendarDocument.Property, _ document: ICalendarDocument) -> ArraySlice<UInt8> {
      if !document.hasParameters(property) || areStrict(document.parameters(property)) {
        return document.line(property)
      }
      return (Array(document.name(property)) + [0x3A] + document.value(property))[...]
    }

    /// Whether parameters are `;NAME=value`, with quotation marks around whole values only.
    static func areStrict(_ parameters: ArraySlice<UInt8>) -> Bool {
      var rest = parameters
      while !rest.isEmpty {
        guard rest.first == 0x3B, let equals = rest.firstIndex(of: 0x3D) else { return false }
        let name = rest[..<equals].dropFirst()
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D }) else { return false }
        rest = rest[equals...]
        // The equals sign, and then each comma.
        repeat {
          rest = rest.dropFirst()
          if rest.first == 0x22 {
            guard let end = rest.dropFirst().firstIndex(of: 0x22) else { return false }
            rest = rest[(end + 1)...]
          } else {
            rest = rest.drop { ![0x22, 0x2C, 0x3A, 0x3B].contains($0) }
          }
        } while rest.first == 0x2C
      }
      return true
    }

    /// Whether a property belongs to tasks (3.6.2), and not to events.
    static func isOfTasks(_ name: ArraySlice<UInt8>) -> Bool {
      name.equalsIgnoringCase("COMPLETED") || name.equalsIgnoringCase("PERCENT-COMPLETE")
    }

    /// By index of a property: lines of a VALARM in the form of 3.6.6, in place of those that have another; `nil` if it
    /// says not when, or not what to do, and is to be left out.
    static func repairs(ofAlarm component: Int, _ document: ICalendarDocument) -> [Int: [UInt8]]? {
      var repairs: [Int: [UInt8]] = [:]
      var (hasAction, hasTrigger, isSound) = (false, false, true)
      document.forEachProperty(of: component) { index in
        let property = document.properties[index]
        let (name, value) = (document.name(property), document.value(property))
        if name.equalsIgnoringCase("ACTION") { hasAction = hasAction || !value.trimmed.isEmpty }
        let isTrigger = name.equalsIgnoringCase("TRIGGER")
        guard isTrigger || name.equalsIgnoringCase("DURATION") else { return }
        hasTrigger = hasTrigger || isTrigger
        let kind = document.hasParameters(property) ? document.parameter("VALUE", of: property) ?? [] : []
        if isTrigger, kind.equalsIgnoringCase("DATE-TIME") {
          if case .utc? = DateOrDateTime(value) { return }
          isSound = false
          return
        }
        let hasSign = value.first == 0x2B || value.first == 0x2D
        if isStrict(duration: hasSign ? value.dropFirst() : value) { return }
        guard let length = ICalendarDuration(value) else {
          isSound = false
          return
        }
        let line = line(property, document)
        let size = ICalendarDuration(days: abs(length.days), seconds: abs(length.seconds))
        let sign: [UInt8] = length.nominalSeconds < 0 ? [0x2D] : []
        repairs[index] = line.dropLast(value.count) + sign + size.bytes
      }
      return hasAction && hasTrigger && isSound ? repairs : nil
    }
  }
#endif
