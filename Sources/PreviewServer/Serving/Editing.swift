import Bytes
import Dispatch
import SourceEditing

/// Edits requested by pages of this server: `POST /-/edit` and `POST /-/undo`, and before them `POST /-/event`.
///
/// Any page of the web can send a request to a port of this machine. So a request must name this server as its host
/// (and not a name that was made to resolve to 127.0.0.1), come from a page of this server (Origin, RFC 6454, and
/// Sec-Fetch-Site if the browser sends it), and contain the token of this server's pages, which other sites can't read.
final class Editing: Sendable {
  /// A new token for each start.
  let token = Random.hexadecimal(bytes: 32)
  private let editor: SourceEditor
  /// Edits read and write files and wait for other processes, which must not block the threads that serve. The editor
  /// makes one edit at a time anyway, so one thread is enough.
  private let queue = DispatchQueue(label: "edits")

  enum Path {
    static let edit = "/-/edit"
    static let undo = "/-/undo"
    static let event = "/-/event"
  }

  /// Bytes of a body: two times, a UID and the texts of nearly all events are less.
  static let bodyLimit = 65_536

  init(_ editor: SourceEditor) { self.editor = editor }

  /// What to do with a request, judged by its head alone.
  enum Admission {
    /// Its path is not one of edits.
    case none
    case refused(Response)
    /// Read a body of this size, then answer.
    case body(Int)
  }

  /// - Parameter port: the port that the server is bound to.
  func admission(_ head: RequestHead, port: UInt16) -> Admission {
    let path = head.target.utf8.prefix { $0 != .question && $0 != .hash }
    guard [Path.edit, Path.undo, Path.event].contains(where: { path.elementsEqual($0.utf8) }) else { return .none }
    guard let host = head["host"], LoopbackHost.isAccepted(host: host, port: port) else {
      return .refused(
        .editing(
          .forbidden,
          "the Host field must be a name of this machine, such as localhost, with this server's port"))
    }
    guard head.method == "POST" else {
      var response = Response.editing(.methodNotAllowed, "edits are sent by POST")
      response.fields.append(("Allow", "POST"))
      return .refused(response)
    }
    guard let origin = head["origin"], origin.utf8.equalsIgnoringCase(Array("http://\(host)".utf8)),
      head.values("sec-fetch-site").allSatisfy({ $0.utf8.equals("same-origin") })
    else { return .refused(.editing(.forbidden, "edits are accepted only from pages of this server")) }
    guard let given = head["x-busylife-token"], Self.areEqual(given, token) else {
      return .refused(
        .editing(.forbidden, "the token is not that of this server, which may have been restarted; reload the page"))
    }
    let type = (head["content-type"] ?? "").utf8.prefix { $0 != .semicolon }
    guard type.trimmed.equalsIgnoringCase("application/json") else {
      return .refused(.editing(.badRequest, "the body must be application/json"))
    }
    guard head.values("transfer-encoding").isEmpty, let length = head["content-length"],
      length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !length.isEmpty
    else { return .refused(.editing(.badRequest, "the request must state the length of its body (Content-Length)")) }
    guard let count = Int(length), count <= Self.bodyLimit else {
      return .refused(.editing(.contentTooLarge, "the body is larger than \(Self.bodyLimit) bytes"))
    }
    return .body(count)
  }

  /// Compares in constant time, so that the time does not reveal how much was right.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Both operators have the same precedence: without the parentheses one digit's difference could hide another's.
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Makes the edit, and answers once it is on the disk. The rebuild comes after, so the page has its answer before it
  /// is reloaded.
  func answer(_ head: RequestHead, _ body: [UInt8]) async -> Response {
    let path = head.target.utf8.prefix { $0 != .question && $0 != .hash }
    let act =
      path.elementsEqual(Path.undo.utf8)
      ? editor.undo : path.elementsEqual(Path.event.utf8) ? editor.event : editor.edit
    let answer = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: act(body)) }
    }
    return Response(answer)
  }
}

extension Response {
  static func editing(_ status: Status, _ error: String) -> Response {
    Response(EditAnswer(status: status.code, error: error))
  }

  init(_ answer: EditAnswer) {
    self.init(
      status: Status.ofEdits.first { $0.code == answer.status } ?? .internalError,
      fields: [("Content-Type", "application/json")], body: answer.body)
    isStored = false
  }
}

extension Status {
  static let forbidden = Status(code: 403, name: "Forbidden")
  static let conflict = Status(code: 409, name: "Conflict")
  static let unprocessable = Status(code: 422, name: "Unprocessable Content")

  fileprivate static let ofEdits: [Status] = [
    .ok, .badRequest, .forbidden, .notFound, .methodNotAllowed, .conflict, .contentTooLarge, .unprocessable,
  ]
}
