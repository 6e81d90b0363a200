import Bytes
import Publishing

/// The combined files of a theme's layers. Files are read when they are asked for.
package struct ThemeContents {
  /// Templates and assets by their paths, each with the outermost folder that has it.
  package private(set) var files: [String: ThemeFolder] = [:]
  /// Files of words, merged key by key, and of rules, appended: those of all layers, the outermost last.
  private var added: [(folder: ThemeFolder, path: String)] = []

  /// O(files of all layers).
  /// - Throws: if a folder can't be read, or a link leads out of it.
  package init(_ layers: ThemeLayers) throws(BuildError) {
    var usual: (folder: ThemeFolder, files: Set<String>)?
    for path in layers.folders {
      let folder = try ThemeFolder(path)
      let files = try folder.list()
      for file in files {
        if ThemeWords.isWords(file) || file == ThemeLayers.style {
          added.append((folder, file))
        } else if layers.hasName, let usual, usual.files.contains(file),
          try folder.read(file) == usual.folder.read(file)
        {
          // A site's unchanged copy of a file of the default theme does not replace that of a theme over it.
          continue
        } else {
          self.files[file] = folder
        }
      }
      if path == Theme.defaultFolder { usual = (folder, Set(files)) }
    }
  }

  /// The words of all layers.
  package func words() throws(BuildError) -> ThemeWords {
    var words = ThemeWords()
    for (folder, path) in added where ThemeWords.isWords(path) {
      words.add(
        path, try folder.read(path), at: folder.path + "/" + path, isUsual: folder.path == Theme.defaultFolder)
    }
    return words
  }

  /// The rules that the layers add to the style, one after the other.
  package func style() throws(BuildError) -> [UInt8] {
    var style: [UInt8] = []
    for (folder, path) in added where path == ThemeLayers.style { style += try folder.read(path) + [.lineFeed] }
    return style
  }

  /// The colours that the style sheets declare.
  /// - Parameter style: as ``style()`` gives it.
  package func colors(_ style: [UInt8]) throws(BuildError) -> ThemeColors {
    ThemeColors([try asset(Self.sheet), style])
  }

  /// The style sheet that declares the colours of a theme.
  private static let sheet = "assets/site.css"
}
