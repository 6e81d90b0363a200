import Bytes

/// A diagnostic points into its file and is one line of text.
/// - Parameter isFolded: whether lines that begin with white space continue the line before, as in iCalendar. Columns
///   are then those of the unfolded line.
func requireSane(
  _ diagnostics: some Sequence<Diagnostic>, in source: [UInt8], isFolded: Bool = false
) throws(Violation) {
  let lengths = isFolded ? lengthsOfFoldedLines(source) : lengthsOfLines(source)
  for diagnostic in diagnostics {
    let message = string(diagnostic.message)
    let (line, column) = (diagnostic.position.line, diagnostic.position.column)
    try require((1...lengths.count).contains(line), "line \(line) of \(lengths.count): \(message)")
    // The position after the last byte of a line is valid: something may be missing there.
    try require(
      (1...lengths[line - 1] + 1).contains(column),
      "column \(column) of \(lengths[line - 1]), line \(line): \(message)")
    try requireOneLine(diagnostic.message)
  }
}

/// The bytes of each line, ended by LF, CR LF or a lone CR.
private func lengthsOfLines(_ source: [UInt8]) -> [Int] {
  var lengths = [0]
  for (index, byte) in source.enumerated() {
    let endsLine =
      byte == 0x0A || byte == 0x0D && (index + 1 == source.count || source[index + 1] != 0x0A)
    if endsLine { lengths.append(0) } else { lengths[lengths.count - 1] += 1 }
  }
  return lengths
}

/// The bytes of each line with its continuation lines; LF ends a line.
private func lengthsOfFoldedLines(_ source: [UInt8]) -> [Int] {
  let lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
  var lengths = lines.map { $0.count }
  for index in lines.indices.dropFirst().reversed() {
    if let first = lines[index].first, first == 0x20 || first == 0x09 {
      lengths[index - 1] += lengths[index]
    }
  }
  return lengths
}

/// A message can be printed: UTF-8 without control characters.
func requireOneLine(_ message: [UInt8]) throws(Violation) {
  try require(!message.isEmpty, "an empty message")
  try require(String(validating: message, as: UTF8.self) != nil, "no UTF-8: \(string(message))")
  try require(
    !message.contains { $0 < 0x20 || $0 == 0x7F }, "a control character: \(string(message))")
}
