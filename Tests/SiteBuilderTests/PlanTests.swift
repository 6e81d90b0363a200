import CalendarPages
import Foundation
import Gate
import SiteTerms
import Testing

@testable import SiteBuilder

/// The pages of a site state their own view and section.
struct PlanTests {
  let prepared: PreparedSite

  init() throws {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
      .standardizedFileURL
    let reading = ReadingOptions(
      content: project.path + "/Content", zones: ["UTC+8", "America/St_Johns"], from: "2026-11-05", to: "2026-11-25",
      now: "2026-11-21T12:00:00Z")
    prepared = try Build(BuildOptions(reading: reading, templates: project.path + "/Templates")).prepare(edge: .window)
  }

  /// The view and the section of each page are the names of its template and file, and it links to itself.
  @Test func pagesAreWhatTheyAreCalled() throws {
    var kinds: Set<String> = []
    for job in prepared.jobs {
      guard case .page(let page) = job.file.work else { continue }
      let site = prepared.sites[job.site]
      let template = "\(page.kind.template)"
      #expect(job.file.path == site.prefix + String(decoding: page.path(in: site.site), as: UTF8.self))
      #expect(Page.templates.contains { "\($0)" == template })
      // One page of each kind is enough to see that pages can be made from it.
      guard kinds.insert(template).inserted else { continue }
      let html = String(decoding: try #require(try prepared.render(job.file.path)), as: UTF8.self)
      let section = try #require(job.file.path.split(separator: "/").last).dropLast(".html".count)
      #expect(html.contains("data-view=\"\(template)\""), "\(job.file.path)")
      #expect(html.contains("data-section=\"\(section)\""), "\(job.file.path)")
      #expect(html.contains("noindex") == !page.kind.isListed, "\(job.file.path)")
    }
    #expect(kinds == Set(Page.templates.map { "\($0)" }))
  }

  /// Links in notes and names of static files go by lists, which know every name at the top of a site.
  @Test func namesAtTheTopAreKnown() throws {
    for job in prepared.jobs where prepared.sites[job.site].prefix.isEmpty {
      let top = job.file.path.prefix { $0 != "/" }
      let isKnown =
        top.count < job.file.path.count
        ? LoadedContent.folders.contains(String(top)) : LoadedContent.pages.contains(String(top))
      #expect(isKnown, "\(job.file.path)")
      if case .page(let page) = job.file.work, page != .missing, page.kind.place != .folder {
        #expect(Page.linked.contains { "\($0).html" == job.file.path }, "\(job.file.path)")
      }
    }
  }

  @Test("Every feed is planned once, and pages link to no other")
  func feeds() throws {
    for (index, site) in prepared.sites.enumerated() {
      let planned = prepared.jobs.filter {
        if case .feed = $0.file.work { $0.site == index } else { false }
      }.map { $0.file.path }
      #expect(planned == site.site.feeds.map { site.prefix + String(decoding: $0.path, as: UTF8.self) })
      #expect(Set(planned).count == planned.count && planned.count > 1)
      let page = String(decoding: try #require(try prepared.render(site.prefix + "index.html")), as: UTF8.self)
      let links = page.split(separator: "<").filter { $0.hasPrefix("link rel=\"alternate\" type=") }
      #expect(links.count == 3)
      for link in links {
        #expect(planned.contains { link.contains(" href=\"\($0.dropFirst(site.prefix.count))\"") }, "\(link)")
      }
    }
  }

  /// Everything that a page shows is settled before it is made: with only these days it is the same page.
  @Test func pagesShowTheirDays() throws {
    for job in prepared.jobs {
      guard case .page(let page) = job.file.work, let days = page.days(in: prepared.sites[job.site].site) else {
        continue
      }
      let site = prepared.sites[job.site]
      var renderer = FileRenderer(site.loading(days), prepared.templates)
      var bytes: [UInt8] = []
      try renderer.render(job.file.work, into: &bytes)
      #expect(try prepared.render(job.file.path) == bytes, "\(job.file.path)")
    }
  }
}
