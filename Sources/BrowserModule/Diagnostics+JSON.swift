import Bytes
import CalendarPages

extension Diagnostics {
  /// A JSON array of objects with `line`, `column`, `severity` and `message`.
  var json: [UInt8] {
    var out: [UInt8] = []
    var all = all
    if leftOut > 0, let last = all.last {
      var message: [UInt8] = []
      message.append(decimal: leftOut)
      message.append(" more problems in this file are not listed")
      all.append(Diagnostic(.note, at: last.position, message))
    }
    var isFirst = true
    for diagnostic in all {
      out.append(isFirst ? "[\n {\"line\":" : ",\n {\"line\":")
      isFirst = false
      out.append(decimal: diagnostic.position.line)
      out.append(",\"column\":")
      out.append(decimal: diagnostic.position.column)
      out.append(",\"severity\":\"")
      out.append(diagnostic.severity.label)
      out.append("\",\"message\":")
      out.append(json: diagnostic.message)
      out.append("}")
    }
    out.append(isFirst ? "[]\n" : "\n]\n")
    return out
  }
}
