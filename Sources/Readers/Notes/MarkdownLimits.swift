/// What the markup of one note may cost. cmark-gfm 0.29 has no limits of its own: some texts of a few kilobytes take it
/// seconds or hundreds of megabytes. Texts that people write stay far below each limit.
struct MarkdownLimits {
  /// Columns of a table; it takes the square of their number to read its head.
  var columns = 1_000
  /// Cells of all tables. Rows are filled up to the table's columns, whatever is written.
  var cells = 100_000
  /// For each line and each sign of punctuation, the quotes and lists that it may be in: cmark-gfm looks at all.
  var blockSteps = 50_000_000
  /// For each closing bracket, the images begun before it in its paragraph.
  var imageSteps = 50_000_000
  /// For each character, the declarations and instructions (`<!A`, `<?`, `<![CDATA[`) without an end before it.
  var declarationSteps = 1_000_000_000
  /// For each closing round bracket the length of its word, and four times that for each `www`, `:/` and `@`: the end
  /// of a plain address is looked for from each, and those brackets are counted anew for each.
  var addressSteps = 500_000_000
  /// For each footnote the signs of emphasis in its paragraph.
  var footnoteSteps = 200_000_000
  /// For each line that could begin a table, the lines times the bytes of its paragraph before it.
  var tableSteps = 5_000_000_000
  /// Bytes of memory: for any text (what 100,000 cells of a table take, and some more), for each byte of the text, and
  /// at most. Plain text takes 2 bytes for each of its own, markup at every character some 250.
  var memory = (base: 48 << 20, perByte: 400, most: 256 << 20)

  func memory(ofBytes count: Int) -> Int { min(memory.base + count * memory.perByte, memory.most) }
}
