/// The pages at the root of a zone's site to which links may lead.
package enum RootPages {
  /// Their paths, whether a site has all of them or not.
  package static let paths: [StaticString] = [
    "index.html", "today.html", "subscribe.html", "embed.html", "embedding.html", "beyond.html", "board.html",
    "search.html", "print.html",
  ]
}
