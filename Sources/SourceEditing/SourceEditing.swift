/// # SourceEditing
///
/// Edits of single events, written back to the files they came from: `.ics` files, folders of them, and
/// `events.json`. Only the lines (in JSON, the values) that have to change do; every other byte of a file
/// stays as it is, line ends, folds and order included.
///
/// - `Requests/`: what a page asks for, how the event is found, and what is answered.
/// - `Calendars/`: iCalendar: which bytes a component and its lines are, and what becomes of them.
/// - `Lists/`: the same for `events.json`.
/// - `Files/`: from old bytes to new ones in one step, and back.
///
/// An edit is made in memory first, read back by the same readers that make the site, and compared with
/// what was asked for. What does not come out so is refused, and nothing is written.
///
/// Left out: HTTP (PreviewServer), remote calendars, and notes that are events.

/// Why an edit is not made. What it says names the place and the mend.
package struct EditError: Error, Equatable, Sendable {
  /// The answer's status of HTTP.
  package enum Kind: Int, Sendable {
    /// The request can't be understood.
    case malformed = 400
    /// No file has the event.
    case notFound = 404
    /// The file does not have what the page showed.
    case conflict = 409
    /// The request is clear, but must not or can't be written to this source.
    case impossible = 422
    /// The file system's refusal.
    case failure = 500
  }

  package var kind: Kind
  package var message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  static func malformed(_ message: String) -> EditError { EditError(.malformed, message) }
  static func conflict(_ message: String) -> EditError { EditError(.conflict, message) }
  static func impossible(_ message: String) -> EditError { EditError(.impossible, message) }
  static func failure(_ message: String) -> EditError { EditError(.failure, message) }
}
