import Bytes
import ICalendar

/// A property in the form of RFC 5545 in place of the one that is written.
struct LineMending {
  /// The line; `nil` if it is left out.
  let line: [UInt8]?
  /// What was done, after the name of the property; `nil` if no message is needed.
  let remark: [UInt8]?

  /// `nil` if the property conforms, or if it can't be mended here.
  init?(_ document: ICalendarDocument, _ property: ICalendarDocument.Property, _ decodesReferences: Bool) {
    let form = PropertyForm(property, in: document)
    let written = document.value(property)
    // Some programs know names in capitals only.
    let name = document.name(property)
    let isSmall = name.contains { (0x61...0x7A).contains($0) }
    func head() -> [UInt8] { name.map { $0.uppercased } }
    var parameters = ParameterList(document, property, form)
    let read = ValueMending(written, form, property.name, &parameters, decodesReferences)
    switch read {
    case .sound:
      guard parameters.isChanged || isSmall else { return nil }
      line = head() + parameters.bytes + [.colon] + written
      remark = parameters.isChanged ? parameters.remark : nil
    case .mended(let value):
      line = head() + parameters.bytes + [.colon] + value
      let reason = "does not have the form of RFC 5545; "
      remark =
        form.isQuoted && (form.isOfRules || Self.saysWhen(written))
        ? quoted(written) + Array((" " + reason + "it is read as ").utf8) + quoted(value)
        : [UInt8]((reason + "it is mended").utf8)
    case .leftOut:
      line = nil
      let shown = form.isQuoted && Self.saysWhen(written) ? quoted(written) + [.space] : []
      remark = (written.trimmed.isEmpty ? [UInt8]("has no value") : shown + form.expectation) + "; it is left out"
    }
  }

  /// Whether a value has only letters that times and lengths have; it may still be a text.
  private static func saysWhen(_ value: ArraySlice<UInt8>) -> Bool {
    value.allSatisfy { byte in !byte.isLetter && byte < 0x80 || "DHMPSTWZ".utf8.contains(byte.uppercased) }
  }
}
