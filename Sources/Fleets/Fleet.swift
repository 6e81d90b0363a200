import Dispatch
import Files
import Foundation
import Gate
import Publishing
import Reports
import SiteBuilder
import Synchronization

/// Builds many sites in one process: each by itself, as ``Build`` does, with what they have in common made once.
///
/// Nothing of a site outlives it but its files and its cache, so any number can follow. A fleet that was killed is run
/// again: what was built is unchanged, and the site that was being built is repaired as after any killed build.
package struct Fleet: Sendable {
  /// How the command reads the options of a site; a failure says what is wrong with them.
  package typealias Reading = @Sendable (_ options: [String]) -> Result<SiteOptions, OptionsFault>

  /// The options of one site.
  package struct SiteOptions: Sendable {
    package var build: BuildOptions
    /// Whether problems and calendars that could not be refreshed are failures.
    package var isStrict: Bool

    package init(_ build: BuildOptions, isStrict: Bool) { (self.build, self.isStrict) = (build, isStrict) }
  }

  /// Why options can't be used.
  package struct OptionsFault: Error {
    package var message: String

    package init(_ message: String) { self.message = message }
  }

  private let list: FleetList
  /// The number of sites.
  package var count: Int { list.sites.count }
  private let jobs: Int
  private let reading: Reading
  private let shared = SharedParts(forMany: true)

  /// - Parameters:
  ///   - bytes: the list: lines of JSON.
  ///   - jobs: the number of sites that are built at a time; `nil`: one for each core.
  package init(_ bytes: [UInt8], _ shard: Shard?, jobs: Int?, reading: @escaping Reading) {
    list = FleetList(bytes, shard)
    self.jobs = max(1, min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, list.sites.count))
    self.reading = reading
  }

  /// Builds all sites.
  /// - Parameter told: called with the result of each, in the order in which they end, by one thread at a time.
  /// - Returns: whether any has bad content, and whether any may work later.
  package func run(told: @Sendable (FleetResult) -> Void) -> (hasContent: Bool, hasRetry: Bool) {
    let next = Atomic(0)
    let ended = Mutex((hasContent: false, hasRetry: false))
    let known = Mutex<[[String]: Result<SiteOptions, OptionsFault>]>([:])
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < list.sites.count else { return }
        let site = list.sites[index]
        // Most sites have the same options.
        let options = known.withLock { known -> Result<SiteOptions, OptionsFault> in
          if let found = known[site.options] { return found }
          let read = reading(site.options)
          if known.count < 1_000 { known[site.options] = read }
          return read
        }
        let start = ContinuousClock.now
        var result = build(site, options)
        result.milliseconds = Int((ContinuousClock.now - start).milliseconds)
        ended.withLock { ended in
          ended.hasContent = ended.hasContent || result.outcome == .content
          ended.hasRetry = ended.hasRetry || result.outcome == .retry
          told(result)
        }
      }
    }
    BuildCache.pruneFleet()
    return ended.withLock { $0 }
  }

  /// Builds nothing: finds the sites that the list itself keeps from being built. O(sites).
  /// - Parameter told: called with the result of each such site, in the order of the list.
  package func check(told: (FleetResult) -> Void) {
    for site in list.sites { if let refused = refusal(of: site) { told(refused) } }
  }

  /// The result of a site that can't be built, by what the list says of it and of others; `nil` if it may be built.
  private func refusal(of site: FleetSite) -> FleetResult? {
    site.fault.map { fault in
      FleetResult(id: site.id, line: site.line, outcome: .content, warnings: ["line \(site.line): error: \(fault)"])
    }
  }

  private func build(_ site: FleetSite, _ read: Result<SiteOptions, OptionsFault>) -> FleetResult {
    if let refused = refusal(of: site) { return refused }
    var result = FleetResult(id: site.id, line: site.line, outcome: .content)
    var options: SiteOptions
    switch read {
    case .failure(let fault):
      result.warnings = ["line \(site.line): error: options: \(fault.message)"]
      return result
    case .success(let given): options = given
    }
    options.build.reading.content = site.content
    options.build.output = site.output
    // The sites are built side by side, and each by itself.
    options.build.jobs = 1
    options.build.isOfFleet = true
    guard (try? FolderPath.openForReading(site.content)) != nil else {
      result.warnings = ["error: \(site.content): no such content folder; make it, or leave out the site"]
      return result
    }
    do throws(BuildError) {
      var summary = try Build(options.build, shared: shared).run()
      if options.isStrict { try summary.check(options.build.reading, templates: options.build.templates) }
      result.outcome = summary.written + summary.removed > 0 ? .built : .unchanged
      result.size = (summary.files, summary.bytes)
      result.warnings = summary.warnings
      if options.isStrict {
        if summary.unrefreshed > 0 {
          result.outcome = .retry
        } else if summary.problems > 0 {
          result.outcome = .content
        }
      }
    } catch {
      switch error {
      case .usage, .ambiguous, .content: result.outcome = .content
      case .inputOutput, .internalFault: result.outcome = .retry
      }
      result.warnings = error.lines
    }
    return result
  }
}
