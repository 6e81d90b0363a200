import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing to open files.
package enum FileWriting {
  /// Writes all bytes, going on after whatever signal came between.
  /// - Returns: whether all were written; else `errno` says why not.
  package static func putAll(_ bytes: [UInt8], into file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = write(file, buffer.baseAddress! + written, buffer.count - written)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        written += count
      }
      return true
    }
  }
}
