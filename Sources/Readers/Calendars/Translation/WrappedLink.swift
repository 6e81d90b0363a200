import Foundation

/// Addresses that a mail server wraps in one of its own, to see who opens them: those of Microsoft Defender's Safe
/// Links, of Proofpoint's URL Defense (v2 and v3) and of Google's redirects.
enum WrappedLink {
  /// The address within, if it is one of https, else the address as it is. O(address).
  static func inner(of address: [UInt8]) -> [UInt8] {
    let text = String(decoding: address, as: UTF8.self)
    guard let components = URLComponents(string: text), let host = components.host?.lowercased() else { return address }
    func query(_ name: String) -> String? { components.queryItems?.first { $0.name == name }?.value }
    let found: String?
    switch host {
    case _ where host.hasSuffix(".safelinks.protection.outlook.com"): found = query("url")
    case "google.com", "www.google.com": found = components.path == "/url" ? query("q") ?? query("url") : nil
    case "urldefense.proofpoint.com": found = query("u").flatMap(version2)
    case "urldefense.com", "urldefense.us": found = version3(text)
    default: found = nil
    }
    guard let found, found.hasPrefix("https://"), found.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 })
    else { return address }
    return Array(found.utf8)
  }

  /// `https-3A__zoom.us_j_1-3Fpwd-3Da`: a hyphen for the percent sign, an underscore for the slash.
  private static func version2(_ written: String) -> String? {
    written.replacing("-", with: "%").replacing("_", with: "/").removingPercentEncoding
  }

  /// `https://urldefense.com/v3/__https://zoom.us/j/1__;!!…`. What it leaves out, a star for each, is not put back.
  private static func version3(_ text: String) -> String? {
    guard let start = text.range(of: "/v3/__"), let end = text.range(of: "__;", range: start.upperBound..<text.endIndex)
    else { return nil }
    let inner = text[start.upperBound..<end.lowerBound]
    return inner.contains("*") ? nil : String(inner)
  }
}
