/// Names that begin with a dot. They belong to editors and version control, but for a few.
package enum HiddenNames {
  /// Those at the top of a site that servers read and that are published: RFC 8615, GitHub Pages, Apache, Codeberg
  /// Pages.
  package static let published: Set<String> = [".well-known", ".nojekyll", ".htaccess", ".domains"]
}
