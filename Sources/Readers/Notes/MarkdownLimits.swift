/// The greatest cost of the markup of one note. cmark-gfm 0.29 has no limits of its own: some texts of a few kilobytes
/// take seconds or hundreds of megabytes. Texts that people write stay far below each limit.
struct MarkdownLimits {
  /// Columns of a table; reading its header takes quadratic time.
  var columns = 1_000
  /// Cells of all tables. Rows are filled up to the table's columns, whatever is written.
  var cells = 100_000
  /// For each line and each punctuation mark, the quotes and lists that may contain it: cmark-gfm examines all.
  var blockSteps = 50_000_000
  /// For each closing bracket, the images begun before it in its paragraph.
  var imageSteps = 50_000_000
  /// For each character, the unclosed declarations and instructions (`<!A`, `<?`, `<![CDATA[`) before it.
  var declarationSteps = 1_000_000_000
  /// For each closing parenthesis the length of its word, and four times that for each `www`, `:/` and `@`: the end of
  /// a plain address is searched from each, and the parentheses are counted again for each.
  var addressSteps = 500_000_000
  /// For each footnote, the emphasis marks in its paragraph.
  var footnoteSteps = 200_000_000
  /// For each line that could begin a table, the lines times the bytes of its paragraph before it.
  var tableSteps = 5_000_000_000
  /// Bytes of memory: for any text (somewhat more than 100,000 table cells need), per byte of text, and at most. Plain
  /// text takes 2 bytes per byte, markup at every character some 250.
  var memory = (base: 48 << 20, perByte: 400, most: 256 << 20)

  func memory(ofBytes count: Int) -> Int { min(memory.base + count * memory.perByte, memory.most) }
}
