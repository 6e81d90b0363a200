/// # SourceEditing
///
/// Edits of single events, written back to the files they came from: `.ics` files, folders of them, and `events.json`.
/// Only the lines (in JSON, the values) that have to change do; every other byte of a file stays as it is, line
/// endings, folds and order included.
///
/// - `Requests/`: the requests of pages, finding the event, and the answers.
/// - `Calendars/`: iCalendar: the bytes of a component and its lines, and their changes.
/// - `Lists/`: the same for `events.json`.
/// - `Files/`: replacing a file's bytes in one step, and undoing it.
///
/// An edit is made in memory first, read back by the same readers that make the site, and compared with the request. If
/// it does not match, it is refused, and nothing is written.
///
/// Left out: HTTP (PreviewServer), remote calendars, and new notes.

/// Why an edit is not made. The message names the place and how to fix it.
package struct EditError: Error, Equatable, Sendable {
  /// The HTTP status of the answer.
  package enum Kind: Int, Sendable {
    /// The request can't be understood.
    case malformed = 400
    /// No file has the event.
    case notFound = 404
    /// The file no longer matches the page.
    case conflict = 409
    /// The request is valid, but must not or can't be written to this source.
    case impossible = 422
    /// The file system reported an error.
    case failure = 500
  }

  package var kind: Kind
  package var message: String

  static func malformed(_ message: String) -> EditError { EditError(kind: .malformed, message: message) }
  static func conflict(_ message: String) -> EditError { EditError(kind: .conflict, message: message) }
  static func impossible(_ message: String) -> EditError { EditError(kind: .impossible, message: message) }
  static func failure(_ message: String) -> EditError { EditError(kind: .failure, message: message) }
}
