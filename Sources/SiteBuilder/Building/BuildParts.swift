import CivilTime
import Gate
import Publishing
import Readers
import Themes

/// What the sites of all audiences are made from, read once.
struct BuildParts {
  let inputs: BuildInputs
  let dataFiles: SiteDataFiles?
  let content: GatedContent
  let theme: Theme
  let deadline: NetworkDeadline
  /// Held so that it is made.
  private let language: Deferred<Void, Never>

  /// - Parameter hashes: content hashes of the last build's files that are named by them, keyed by input fingerprint.
  init(
    _ options: BuildOptions, now: Instant, _ remote: RemoteCalendars, hashes: [Fingerprint: UInt64],
    _ shared: SharedParts
  ) throws(BuildError) {
    let inputs = try BuildInputs(options, now: now, shared)
    deadline = remote.deadline
    self.inputs = inputs
    // These need nothing from the content and run while it is read.
    let needsData = inputs.module != nil && options.shard.map { $0.hasData || $0.hasSearch } ?? true
    dataFiles =
      needsData ? SiteDataFiles(known: hashes, zones: inputs.system.table, shared, threads: inputs.threads) : nil
    let folder = options.templates ?? Theme.ownFolder
    let usualTheme = Deferred.begun { () throws(BuildError) in
      try shared.theme(try ThemeLayers(own: folder, name: nil))
    }
    language = Self.language(remote.configuration, inputs, usualTheme, shared)
    content = try GatedContent(
      LoadedContent(
        folder: options.reading.content, zones: inputs.system.table, fetched: remote.fetched, threads: inputs.threads,
        reading: options.reading))
    let configuration = content.configuration
    // A theme of site.yml that can't be used is refused, unless another is used.
    let refusals = ThemeLayers.refusals(configuration, templates: options.templates) + content.staticRefusals()
    if !refusals.isEmpty { throw .content(refusals.map { "\($0)" }) }
    // Usually site.yml names no theme.
    let own = ThemeLayers.own(options.templates, configuration)
    let name = configuration.look.theme
    theme =
      if name != nil || own != folder {
        try shared.theme(try ThemeLayers(own: own, name: name))
      } else {
        try usualTheme.value()
      }
  }

  /// Begins to make the words and the names of the first language, which are found in `shared` when they are needed.
  /// - Parameter configuration: site.yml as it was before anything was fetched; `nil` if it could not be understood.
  private static func language(
    _ configuration: SiteConfiguration?, _ inputs: BuildInputs, _ usualTheme: Deferred<Theme, BuildError>,
    _ shared: SharedParts
  ) -> Deferred<Void, Never> {
    Deferred.begun {
      guard let configuration, let tag = SiteSettings.languages(configuration, inputs).first else { return }
      _ = shared.locale(tag, SystemLocale.Customs(configuration))
      if configuration.look.theme == nil, let theme = try? usualTheme.value() {
        _ = try? shared.words(of: theme, in: tag)
      }
    }
  }

  var audiences: [Audience] { content.configuration.audiences }
}
