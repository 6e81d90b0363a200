import Files

/// The content folder, and how files in it are named, listed and read. All paths are from the folder, with slashes.
struct ContentFolder: Sendable {
  /// As the user typed it, without slashes at its end.
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

  /// Whether links are followed that lead out of the folder: `followLinks` of `site.yml`.
  var followsLinks: Bool {
    get { files.followsLinks }
    set { files.followsLinks = newValue }
  }

  /// The path of what lies in the folder, as the user would type it.
  func path(of relative: String) -> String {
    relative.isEmpty ? path : path == "." ? relative : path == "/" ? "/" + relative : path + "/" + relative
  }

  typealias Kind = ReadingFolder.Kind

  /// Why something can't be read, in words.
  struct Failure: Error {
    let reason: String
    /// Whether a link leads out of the folder.
    let isOutside: Bool
    /// Whether a folder stands where a file was to be read.
    let isFolder: Bool

    init(_ failure: FileFailure, folder: String) {
      isOutside = failure.reason == .outside
      isFolder = failure.code == EISDIR
      reason =
        switch failure.reason {
        case .outside: "a link leads out of \(folder)"
        case .system(let code): String(cString: strerror(code)).lowercased()
        case .other(let words): words
        case .link, .notAFolder, .name: "is no regular file"
        }
    }
  }

  /// What is at a path. Links are followed within the folder, and out of it where that is asked for.
  func kind(of relative: String) -> Kind { files.kind(relative) }

  /// Whether anything has a name in the folder, be it a link that leads nowhere.
  func has(_ name: String) -> Bool { files.has(name) }

  /// By what a folder is known again, whatever leads to it.
  func identity(of relative: String) -> FileIdentity? { files.identity(relative) }

  /// Whether a link leads a path out of the folder.
  func leadsOut(_ relative: String) -> Bool { files.leadsOut(relative) }

  /// The names in a folder that are not hidden, sorted by their bytes, so that no file system's order shows.
  func list(_ relative: String) -> Result<[String], Failure> {
    do throws(FileFailure) { return .success(try files.names(relative)) } catch {
      return .failure(Failure(error, folder: path))
    }
  }

  /// The bytes of a file. A pipe or device, which might never end, is refused.
  func bytes(of relative: String, limit: Int) -> Result<[UInt8], Failure> {
    do throws(FileFailure) { return .success(try files.bytes(relative, limit: limit)) } catch {
      return .failure(Failure(error, folder: path))
    }
  }

  /// What was read through links that lead out of the folder, as the user would type it; in order.
  var outside: [String] { files.readOutside.map { path(of: $0) } }

  /// How a link is reported that is not followed.
  func notFollowed(_ what: String) -> String {
    "\(what) leads out of \(path) through a link, and is not followed; copy the file there, or set followLinks: true "
      + "in site.yml"
  }
}

/// A file of the content that is published as it is.
package struct ContentFile: Sendable {
  let folder: ContentFolder
  let relative: String

  /// As the user would type it.
  package var path: String { folder.path(of: relative) }

  /// Its bytes as they are now; the reason where they can't be read.
  package func bytes() -> Result<[UInt8], ContentFileError> {
    folder.bytes(of: relative, limit: .max - 1).mapError { ContentFileError(reason: $0.reason) }
  }
}

/// Why a file of the content can't be read, in words.
package struct ContentFileError: Error {
  package let reason: String
}
