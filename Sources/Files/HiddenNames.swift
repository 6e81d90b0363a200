/// Names that begin with a dot. They belong to editors and version control, but for a few.
package enum HiddenNames {
  /// Names at the top of a site that are published because servers read them: RFC 8615, GitHub Pages, Apache, Codeberg
  /// Pages.
  package static let published: Set<String> = [".well-known", ".nojekyll", ".htaccess", ".domains"]
}
