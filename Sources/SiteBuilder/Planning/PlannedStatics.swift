import Gate
import Publishing
import Readers

extension GatedContent {
  /// A plan with the static files after everything else. Zones and languages have copies of the logo in their folders,
  /// as they have of the images of notes: pages know the way to the root of their own site.
  /// - Parameter sites: those of the jobs, in their order.
  /// - Throws: if one of them has the name of a planned file or folder.
  func addingStatics(to jobs: [PreparedSite.Job], of sites: [RenderedSite]) throws(BuildError) -> [PreparedSite.Job] {
    if statics.isEmpty { return jobs }
    var files: Set<String> = []
    var folders: Set<String> = []
    for job in jobs {
      let path = LoadedContent.folded(job.file.path)
      files.insert(path)
      if let slash = path.firstIndex(of: "/") { folders.insert(String(path[..<slash])) }
    }
    var refused: [Problem] = []
    for file in statics {
      let path = LoadedContent.folded(file.published)
      let top = path.split(separator: "/", maxSplits: 1).first.map(String.init) ?? path
      if files.contains(path) || files.contains(LoadedContent.original(path)) {
        refused.append(refusal(of: file, path))
      } else if folders.contains(top) || files.contains(top) {
        refused.append(refusal(of: file, top + "/"))
      }
    }
    if !refused.isEmpty { throw .content(refused.map { "\($0)" }) }
    let logo = configuration.look.logo
    let logos = [logo?.light, logo?.dark].compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
    return jobs
      + sites.enumerated().flatMap { index, site in
        statics.filter { index == 0 || logos.contains($0.published) }.map { file in
          let path = site.root + site.prefix + file.published
          return PreparedSite.Job(site: index, file: Plan.File(path: path, work: .copy(file.file)))
        }
      }
  }
}
