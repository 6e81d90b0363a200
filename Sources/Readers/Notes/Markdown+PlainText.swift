import Bytes
import CMarkGFM
import Foundation

extension Markdown {
  /// The text as other programs show it, without markup: paragraphs with empty lines between them, lists with hyphens
  /// and numbers, and after the words of a link its address, if it leads out of the site. Changes the nodes of links.
  /// O(text).
  /// - Parameter withoutTitle: whether a heading at its beginning is left out.
  func plainText(withoutTitle: Bool) -> [UInt8] {
    if withoutTitle, let first = cmark_node_first_child(root), Self.kind(first) == .heading { cmark_node_unlink(first) }
    Self.walk(root) { node, isEntering in
      if isEntering, Self.kind(node) == .link { Self.addAddress(to: node) }
      return true
    }
    guard let made = cmark_render_plaintext_with_mem(root, 0, 0, cmark_get_default_mem_allocator()) else { return [] }
    defer { free(made) }
    return Array(Self.bytes(made).trimmed)
  }

  private static func addAddress(to link: Node) {
    let address = bytes(cmark_node_get_url(link))
    let words = plainText(link)
    guard let scheme = Address(address).scheme, Address.schemes.contains(scheme), !address.elementsEqual(words),
      // An autolink of cmark adds the scheme.
      !address.suffix(words.count).elementsEqual(words), let last = cmark_node_last_child(link), kind(last) == .text
    else { return }
    let text = String(utf8: literal(last) + [UInt8](" (") + address + [UInt8](")"))
    cmark_node_set_literal(last, text)
  }
}
