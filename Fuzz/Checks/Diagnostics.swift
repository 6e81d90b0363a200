import Bytes

/// A diagnostic points into its file and is one line of text.
func requireSane(_ diagnostics: some Sequence<Diagnostic>, in source: [UInt8]) throws(Violation) {
  var lengths = [0]
  for (index, byte) in source.enumerated() {
    if byte == 0x0A || byte == 0x0D && (index + 1 == source.count || source[index + 1] != 0x0A) {
      lengths.append(0)
    } else {
      lengths[lengths.count - 1] += 1
    }
  }
  for diagnostic in diagnostics {
    let message = string(diagnostic.message)
    let (line, column) = (diagnostic.position.line, diagnostic.position.column)
    try require((1...lengths.count).contains(line), "line \(line) of \(lengths.count): \(message)")
    // The place after the last byte of a line is where what is missing should be.
    try require(
      (1...lengths[line - 1] + 1).contains(column),
      "column \(column) of \(lengths[line - 1]), line \(line): \(message)")
    try requireOneLine(diagnostic.message)
  }
}

/// A message can be printed: UTF-8 without control characters.
func requireOneLine(_ message: [UInt8]) throws(Violation) {
  try require(!message.isEmpty, "an empty message")
  try require(String(validating: message, as: UTF8.self) != nil, "no UTF-8: \(string(message))")
  try require(
    !message.contains { $0 < 0x20 || $0 == 0x7F }, "a control character: \(string(message))")
}
