import Bytes
import CZlib
import Publishing

/// Pictures as PNG files (ISO/IEC 15948). Drawings have few colours and long equal runs, so a palette and a fast level
/// of compression do.
enum PNG {
  /// Good enough for flat areas, and four times as fast as the default.
  private static let level: Int32 = 4
  /// What decides the bytes of a file besides its pixels: the version of zlib, and a number that must be increased with
  /// each change here that makes other bytes of the same pixels.
  static let way = "1 zlib \(String(cString: zlibVersion()))"
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The keyword of the text that says what a picture was drawn from.
  private static let keyword = [UInt8]("Source")

  /// A file. O(pixels).
  /// - Parameters:
  ///   - pixels: 0xAARRGGBB, row by row; all opaque.
  ///   - source: the fingerprint of what it was drawn from.
  static func file(_ pixels: [UInt32], width: Int, height: Int, source: Fingerprint) -> [UInt8]? {
    let image = indexed(pixels, width: width, height: height) ?? direct(pixels, width: width, height: height)
    guard let data = compressed(image.rows) else { return nil }
    var out = signature
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    // Eight bits a sample, with a palette or without; no interlacing.
    header += [8, image.palette.isEmpty ? 2 : 3, 0, 0, 0]
    append([UInt8]("IHDR"), header, to: &out)
    append([UInt8]("tEXt"), keyword + [0] + source.hexadecimal.utf8, to: &out)
    if !image.palette.isEmpty { append([UInt8]("PLTE"), image.palette, to: &out) }
    append([UInt8]("IDAT"), data, to: &out)
    append([UInt8]("IEND"), [], to: &out)
    return out
  }

  /// Whether a file was drawn from something with this fingerprint.
  static func isDrawn(_ file: [UInt8], from source: Fingerprint) -> Bool {
    let start = signature.count + 25
    let chunk = [UInt8]("tEXt") + keyword + [0] + source.hexadecimal.utf8
    return file.count > start + 4 + chunk.count && file.starts(with: signature)
      && file[(start + 4)...].starts(with: chunk)
  }

  private static func append(_ type: [UInt8], _ data: [UInt8], to out: inout [UInt8]) {
    out.append(bigEndian: UInt32(data.count))
    let start = out.count
    out += type
    out += data
    let sum = out[start...].withUnsafeBytes { crc32(0, $0.baseAddress, UInt32($0.count)) }
    out.append(bigEndian: UInt32(truncatingIfNeeded: sum))
  }

  /// The most colours of a picture with a palette.
  private static let mostColors = 4_096

  /// One byte a pixel; `nil` if there are very many colours. Of more than 256, the most frequent are kept, and others
  /// become the nearest of them: they are at the edges of letters.
  private static func indexed(
    _ pixels: [UInt32], width: Int, height: Int
  ) -> (rows: [UInt8], palette: [UInt8])? {
    var counts: [UInt32: Int] = [:]
    var start = 0
    while start < pixels.count {
      var end = start + 1
      while end < pixels.count, pixels[end] == pixels[start] { end += 1 }
      counts[pixels[start], default: 0] += end - start
      if counts.count > mostColors { return nil }
      start = end
    }
    let colors = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { $0.key }
    let kept = Array(colors.prefix(256))
    var palette: [UInt8] = []
    for color in kept { palette.append(color: color) }
    var places: [UInt32: UInt8] = [:]
    for (index, color) in kept.enumerated() { places[color] = UInt8(index) }
    for color in colors.dropFirst(256) { places[color] = nearest(to: color, in: kept) }
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    var last = kept[0]
    var place: UInt8 = 0
    var index = 0
    for _ in 0..<height {
      // Each row begins with the number of its filter: none.
      rows.append(0)
      for _ in 0..<width {
        let pixel = pixels[index]
        index += 1
        if pixel != last {
          last = pixel
          place = places[pixel] ?? 0
        }
        rows.append(place)
      }
    }
    return (rows, palette)
  }

  private static func nearest(to color: UInt32, in colors: [UInt32]) -> UInt8 {
    var best = (distance: Int32.max, index: 0)
    for (index, other) in colors.enumerated() {
      var distance: Int32 = 0
      for shift: UInt32 in [16, 8, 0] {
        let part = Int32(color >> shift & 0xFF) - Int32(other >> shift & 0xFF)
        distance += part * part
      }
      if distance < best.distance { best = (distance, index) }
    }
    return UInt8(best.index)
  }

  /// Three bytes a pixel, each the difference from the row above, which is zero nearly everywhere.
  private static func direct(_ pixels: [UInt32], width: Int, height: Int) -> (rows: [UInt8], palette: [UInt8]) {
    var rows: [UInt8] = []
    rows.reserveCapacity((width * 3 + 1) * height)
    for row in 0..<height {
      rows.append(2)
      for column in 0..<width {
        let pixel = pixels[row * width + column]
        let above = row == 0 ? 0 : pixels[(row - 1) * width + column]
        for shift: UInt32 in [16, 8, 0] {
          rows.append(UInt8(truncatingIfNeeded: pixel >> shift) &- UInt8(truncatingIfNeeded: above >> shift))
        }
      }
    }
    return (rows, [])
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    var isDone = false
    let data = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, made in
      isDone = compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), level) == Z_OK
      made = isDone ? Int(count) : 0
    }
    return isDone ? data : nil
  }
}

extension Array where Element == UInt8 {
  fileprivate mutating func append(bigEndian number: UInt32) {
    for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  fileprivate mutating func append(color pixel: UInt32) {
    for shift: UInt32 in [16, 8, 0] { append(UInt8(truncatingIfNeeded: pixel >> shift)) }
  }
}
