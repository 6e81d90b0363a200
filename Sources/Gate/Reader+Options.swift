import Bytes
import Events
import Publishing
import Readers

extension Reader {
  /// The level of a command line; `full` if it has none.
  package static func level(_ name: String?) throws(BuildError) -> Privacy {
    guard let name else { return .full }
    guard let index = Privacy.names.firstIndex(of: name) else {
      throw .usage("--privacy \(name): no such level; \(hint(name, Privacy.names, "levels"))")
    }
    return Privacy.allCases[index]
  }

  /// The nearest name, and all names.
  fileprivate static func hint(_ name: String, _ all: [String], _ what: String) -> String {
    let near = nearest(name.utf8, in: all.map { Array($0.utf8) }, most: 1).first
    let question = near.map { "did you mean \(String(decoding: $0, as: UTF8.self))? " } ?? ""
    return "\(question)\(what) are \(all.joined(separator: ", "))"
  }
}

extension LoadedContent {
  /// The audience that a command line names; `nil` if it names none.
  package func audience(named name: String?) throws(BuildError) -> Audience? {
    guard let name else { return nil }
    let all = content.configuration.audiences
    if let audience = all.first(where: { $0.name == name }) { return audience }
    // Nothing is known of the audiences of a file that can't be understood.
    try requireReadable()
    if all.isEmpty {
      throw .usage("--audience \(name): \(content.configuration.path) has no audiences; leave the option out")
    }
    throw .usage("--audience \(name): no such audience; \(Reader.hint(name, all.map { $0.name }, "audiences"))")
  }
}
