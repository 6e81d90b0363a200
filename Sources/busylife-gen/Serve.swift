import ArgumentParser
import CalendarPages
import Dispatch
import Foundation
import Gate
import PreviewServer
import Publishing
import Readers
import SiteBuilder
import SourceEditing

struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Previews the site on this machine and reloads pages when a file is saved.",
    discussion:
      "Pages are rendered on request, for any date; nothing is written to the output folder."
  )

  @OptionGroup var arguments: SiteArguments

  @Option(
    help: ArgumentHelp("The loopback address or name to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port; 0 picks a free one.", valueName: "port"))
  var port = 8080

  @Flag(help: "Let pages change, add and remove events; edits are written back to their files.")
  var edit = false

  @Option(help: ArgumentHelp("The audience of site.yml whose site is shown. (default: the first)", valueName: "name"))
  var audience: String?

  func run() throws {
    let server = try reporting { () throws(BuildError) in
      try PreviewServer(
        host: host, port: port, editor: edit ? try SourceEditor(arguments.options.reading) : nil)
    }
    var options = arguments.options
    options.audience = audience
    // Feeds and 404.html contain absolute addresses: here they are the server's own.
    if options.baseURL == nil { options.baseURL = server.siteURL }
    let watcher = Watcher { [options] in options.watchedFolders }
    let preview = PreviewBuilds(options, server)
    try reporting { () throws(BuildError) in try preview.first() }

    // The command's main thread only waits for the server's.
    let ended = DispatchSemaphore(value: 0)
    let serving = Task {
      defer { ended.signal() }
      do throws(BuildError) { try await server.run() } catch {
        Output.error(error.lines)
        Foundation.exit(error.exitCode)
      }
    }
    let interruption = Interruption {
      watcher.stop()
      serving.cancel()
    }
    // Not sooner: who reads it may press ctrl-C at once.
    Output.line(
      "Serving \(options.reading.content) at \(server.url) until ctrl-C\(edit ? "; edits are written back" : "")")
    let watching = Thread {
      while let changes = watcher.next(until: preview.due) { preview.again(after: changes) }
    }
    watching.stackSize = 8 << 20
    watching.start()
    ended.wait()
    withExtendedLifetime(interruption) {}
    try arguments.strict.end(unrefreshed: preview.unrefreshed, problems: preview.problems)
  }
}

/// The builds of `serve`, one after the other: the first by the command, all later ones by the thread started after it.
private final class PreviewBuilds: @unchecked Sendable {
  private let options: BuildOptions
  private let server: PreviewServer
  private var number = 0
  private var warnings: [String] = []
  /// The site that was prepared last.
  private var last: PreparedSite?
  /// The theme, the words, the zones and the browser modules: read again when more changes than calendars and notes,
  /// and after a build that failed.
  private var shared = SharedParts(forMany: true)
  /// The audience that was told last.
  private var shown: String?
  /// When a remote calendar has to be asked for again; `nil` if there is none.
  private(set) var due: ContinuousClock.Instant?
  /// The number of remote calendars that could not be refreshed, and of problems in the content.
  private(set) var unrefreshed = 0
  private(set) var problems = 0

  init(_ options: BuildOptions, _ server: PreviewServer) {
    self.options = options
    self.server = server
  }

  /// Content that can't be built can be fixed while serving; wrong arguments can't.
  func first() throws(BuildError) {
    do { try build(options.reading.asking) } catch {
      guard case .content = error else { throw error }
      show(error)
    }
  }

  /// - Parameter changes: empty if remote calendars are due.
  func again(after changes: [FileChange]) {
    let start = ContinuousClock.now
    // Whoever saves a file does not wait for servers, unless the settings may name others.
    let isDue = changes.isEmpty || changes.contains { $0.kind == .settings }
    if !changes.allSatisfy({ $0.kind.isOfContentAlone }) { shared = SharedParts(forMany: true) }
    do throws(BuildError) {
      try build(isDue && options.reading.asking != .never ? .whenDue : .never)
      let reason = changes.isEmpty ? "remote calendars" : FileChange.summary(of: changes)
      Output.line("Rebuilt in \((ContinuousClock.now - start).milliseconds) ms: \(reason)")
    } catch {
      shared = SharedParts(forMany: true)
      show(error)
    }
  }

  private func build(_ asking: RemoteRequest.Asking) throws(BuildError) {
    var options = options
    options.reading.asking = asking
    let site = try Build(options, shared: shared).prepare(edge: .none, after: last) { done, all in
      Output.progress("\(done) of \(all) calendars")
    }
    if last == nil, let zone = site.summary.assumedZone { Output.line(options.told(assumed: zone)) }
    last = site
    Output.progress("")
    number += 1
    (unrefreshed, problems) = (site.summary.unrefreshed, site.summary.problems)
    due = self.options.reading.asking == .never ? nil : site.secondsUntilDue.map { .now + .seconds($0) }
    server.show(site, number: number)
    if let audience = site.audience, audience != shown {
      shown = audience
      let others = site.audiences.filter { $0 != audience }
      let rest = others.isEmpty ? "" : "; others, by --audience: \(others.joined(separator: ", "))"
      Output.line("Showing the site of the audience \(audience)\(rest)")
    }
    // Warnings that the last build already printed are not repeated.
    let known = Set(warnings)
    Output.error(site.summary.warnings.filter { !known.contains($0) })
    warnings = site.summary.warnings
  }

  private func show(_ error: BuildError) {
    server.show(error)
    Output.error(error.lines)
  }
}

extension BuildOptions {
  /// `build --watch`: builds, and builds again after each change until Ctrl-C. Problems of the content are printed and
  /// waited for; wrong arguments end the command.
  func watch() throws {
    let watcher = Watcher { watchedFolders }
    let interruption = Interruption { watcher.stop() }
    var warnings: [String] = []
    var due: ContinuousClock.Instant?
    var options = self
    func build(_ reason: String) throws(BuildError) {
      let start = ContinuousClock.now
      let summary = try Build(options).run()
      // `--refresh` is for the first build.
      if options.reading.asking == .always { options.reading.asking = .whenDue }
      due = options.reading.asking == .never ? nil : summary.secondsUntilDue.map { .now + .seconds($0) }
      let known = Set(warnings)
      Output.error(summary.warnings.filter { !known.contains($0) })
      warnings = summary.warnings
      if reason.isEmpty, let zone = summary.assumedZone { Output.line(options.told(assumed: zone)) }
      Output.line(summary.line(ContinuousClock.now - start) + reason)
    }
    do { try build("") } catch {
      guard case .content = error else {
        return try reporting { () throws(BuildError) in throw error }
      }
      Output.error(error.lines)
    }
    Output.line("Waiting for changes in \(options.reading.content) until ctrl-C")
    while let changes = watcher.next(until: due) {
      do throws(BuildError) {
        try build(": " + (changes.isEmpty ? "remote calendars" : FileChange.summary(of: changes)))
      } catch {
        Output.error(error.lines)
      }
    }
    withExtendedLifetime(interruption) {}
  }

  fileprivate var watchedFolders: [WatchedFolder] {
    [WatchedFolder(reading.content, .content)]
      + (themeFolders + [namedTheme].compactMap { $0 }).map { WatchedFolder($0, .theme) }
  }
}
