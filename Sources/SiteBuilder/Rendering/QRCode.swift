import Bytes
import CQREncode
import Publishing

/// QR codes (ISO/IEC 18004) as drawings.
enum QRCode {
  /// The standard's quiet zone: the empty modules around a code.
  private static let quiet = 4

  /// An SVG file: dark modules on white with the quiet zone, since cameras want both in every colour scheme. Each row
  /// of modules is drawn as strokes. O(modules).
  static func drawing(of text: [UInt8]) throws(BuildError) -> [UInt8] {
    guard let code = QRcode_encodeData(Int32(text.count), text, 0, QR_ECLEVEL_M) else {
      throw .internalFault("an address of \(text.count) bytes can't become a QR code")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    let side = width + 2 * quiet
    var out = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\"".utf8)
    out.append(" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/>".utf8)
    out.append("<path stroke=\"#000\" d=\"".utf8)
    for row in 0..<width {
      var (end, column) = (0, 0)
      while column < width {
        var next = column
        while next < width, modules[row * width + next] & 1 == 1 { next += 1 }
        if next > column {
          let start = end == 0 ? "M\(column + quiet) \(row + quiet).5" : "m\(column - end) 0"
          out.append("\(start)h\(next - column)".utf8)
          end = next
        }
        column = next + 1
      }
    }
    out.append("\"/></svg>\n".utf8)
    return out
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String.UTF8View) { append(contentsOf: text) }
}
