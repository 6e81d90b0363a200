import Bytes
import Files

/// The content folder: naming, listing and reading its files. All paths are relative to it, with slashes.
struct ContentFolder: Sendable {
  /// As the user typed it, without trailing slashes.
  let path: String
  private var files: ReadingFolder

  init(_ path: String) throws(ContentError) {
    var path = path.isEmpty ? "." : path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    do throws(FileFailure) {
      files = try ReadingFolder(path)
      _ = try files.names("")
    } catch {
      switch error.code {
      case ENOENT: throw .missing(folder: path)
      case ENOTDIR: throw .notAFolder(path: path)
      default: throw .unreadable(folder: path, reason: Failure(error, folder: path).reason)
      }
    }
  }

  /// Whether links out of the folder are followed: `followLinks` in `site.yml`.
  var followsLinks: Bool {
    get { files.followsLinks }
    set { files.followsLinks = newValue }
  }

  /// A path as the user would type it.
  func path(of relative: String) -> String {
    relative.isEmpty ? path : path == "." ? relative : path == "/" ? "/" + relative : path + "/" + relative
  }

  typealias Kind = ReadingFolder.Kind

  /// Why something can't be read, as text.
  struct Failure: Error {
    let reason: String
    /// Whether a link leads out of the folder.
    let isOutside: Bool
    /// Whether a folder is where a file was expected.
    let isFolder: Bool
    /// Whether the file has more bytes than are read.
    let isTooLarge: Bool

    init(_ failure: FileFailure, folder: String) {
      isOutside = failure.reason == .outside
      isFolder = failure.code == EISDIR
      isTooLarge = if case .tooLarge = failure.reason { true } else { false }
      reason =
        switch failure.reason {
        case .outside: "a link leads out of \(folder)"
        case .system(let code): String(cString: strerror(code)).lowercased()
        case .tooLarge(let mebibytes): "is larger than \(mebibytes) MiB"
        case .other(let words): words
        case .link, .notAFolder, .name: "is not a regular file"
        }
    }
  }

  /// The kind of the file at a path. Links are followed within the folder, and out of it only if ``followsLinks``.
  func kind(of relative: String) -> Kind { files.kind(relative) }

  /// Whether a name exists in the folder, even as a dangling link.
  func has(_ name: String) -> Bool { files.has(name) }

  /// Identifies a folder, by whatever path it was reached.
  func identity(of relative: String) -> FileIdentity? { files.identity(relative) }

  /// Whether a link makes a path leave the folder.
  func leadsOut(_ relative: String) -> Bool { files.leadsOut(relative) }

  /// The names in a folder that are not hidden, sorted by bytes, so that the file system's order does not show.
  /// - Parameter withHidden: whether hidden names are among them.
  func list(_ relative: String, withHidden: Bool = false) -> Result<[String], Failure> {
    Result { () throws(FileFailure) in try files.names(relative, withHidden: withHidden) }
      .mapError { Failure($0, folder: path) }
  }

  /// Folders within each other that are read, of notes and of static files.
  private static let depthLimit = 16

  /// The names in a folder whose folders are read too.
  /// - Parameter outer: the folders that it is in.
  /// - Returns: the names, and the folders that these are in; `nil`, and a problem, if it can't be read, is in itself
  ///   because of a link, or is too deep.
  func enter(
    _ relative: String, outer: [FileIdentity?], withHidden: Bool = false, _ problems: inout Problems
  ) -> (names: [String], outer: [FileIdentity?])? {
    let place = path(of: relative)
    let identity = identity(of: relative)
    if outer.contains(identity) {
      problems.add(.warning, place, "this link leads to a folder that contains it, and is not followed; remove it")
      return nil
    }
    guard outer.count < Self.depthLimit else {
      problems.add(
        .error, place, "folders are nested more than \(Self.depthLimit) deep; this one is skipped; move it further out")
      return nil
    }
    switch list(relative, withHidden: withHidden) {
    case .failure(let failure):
      problems.addUnreadable(place, "the folder can't be read (\(failure.reason)); check its permissions")
      return nil
    case .success(let names): return (names, outer + [identity])
    }
  }

  /// The bytes of a file. Pipes and devices, which might never end, are refused.
  func bytes(of relative: String, limit: Int) -> Result<[UInt8], Failure> {
    Result { () throws(FileFailure) in try files.bytes(relative, limit: limit) }.mapError { Failure($0, folder: path) }
  }

  /// Paths, as the user would type them, that were read through links out of the folder, in order.
  var outside: [String] { files.readOutside.map { path(of: $0) } }

  /// The message about a link that is not followed.
  func notFollowed(_ what: String) -> String {
    "\(what) leads out of \(path) through a link, and is not followed; copy the file there, or set followLinks: true "
      + "in site.yml"
  }
}

/// A content file that is published unchanged.
package struct ContentFile: Sendable {
  let folder: ContentFolder
  let relative: String

  /// As the user would type it.
  package var path: String { folder.path(of: relative) }

  /// Its bytes as they are now, or the reason why they can't be read.
  package func bytes() -> Result<[UInt8], ContentFileError> {
    folder.bytes(of: relative, limit: .max - 1).mapError { ContentFileError(reason: $0.reason) }
  }
}

/// Why a content file can't be read, as text.
package struct ContentFileError: Error {
  package let reason: String
}
