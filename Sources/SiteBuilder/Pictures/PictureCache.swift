import Files
import Publishing

/// Drawn pictures in the user's cache, so that builds into a new output draw nothing that an earlier build drew. They
/// are published pictures, and nothing else.
enum PictureCache {
  /// The number of pictures that are kept; those drawn first are removed first.
  private static let most = 512
  /// The bytes of the sum at the end of a cached file.
  private static let sumSize = 32

  private static var folder: String? { UserCache.folder().map { $0 + "/pictures" } }

  /// The file of a picture that was drawn from something with this fingerprint; `nil` if there is none.
  static func file(_ source: Fingerprint) -> [UInt8]? {
    guard let folder, let kept = (try? PrivateFolder.open(folder, making: false))?.readPrivate(source.hexadecimal)
    else { return nil }
    let file = Array(kept.dropLast(sumSize))
    return kept.suffix(sumSize).elementsEqual(sum(file)) ? file : nil
  }

  /// Keeps the file of a picture, if the cache can be written.
  static func keep(_ file: [UInt8], _ source: Fingerprint) {
    guard let path = folder, let folder = try? PrivateFolder.open(path, making: true) else { return }
    try? folder.replace(source.hexadecimal, file + sum(file), mode: 0o600)
    folder.removeOldest(beyond: most)
  }

  /// The sum of a file: a disk may have lost a part of it.
  private static func sum(_ file: [UInt8]) -> [UInt8] { Array(Fingerprint(file).hexadecimal.utf8) }
}
