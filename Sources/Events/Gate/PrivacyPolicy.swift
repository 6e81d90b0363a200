import Bytes
import ICalendar

/// A rule of site.yml for single events: a level, and the events that get this level or a stricter one.
package struct PrivacyRule: Sendable {
  /// Which events a rule is about. Texts are compared by whoever made the rule, who knows how letters fold.
  package enum Condition: Sendable {
    case classification(EventClass)
    /// Any of the event's categories.
    case category(@Sendable ([UInt8]) -> Bool)
    /// The whole title; empty if the event has none.
    case title(@Sendable ([UInt8]) -> Bool)

    /// The key of events.json that decides whether it applies: a misspelt one would show an event. `nil` for the class,
    /// which decides without a rule, too.
    package var vitalKey: StaticString? {
      switch self {
      case .classification: nil
      case .category: "categories"
      case .title: "title"
      }
    }

    /// The texts of an event with which it compares its own, which may be misspelt; none if it has no text.
    package func texts(of event: inout RuledEvent) -> [[UInt8]] {
      switch self {
      case .classification: []
      case .category: event.categories
      case .title: event.titles
      }
    }
  }

  package var privacy: Privacy
  package var condition: Condition

  package init(privacy: Privacy, condition: Condition) {
    self.privacy = privacy
    self.condition = condition
  }

  /// Whether it is about an event. O(the event's properties).
  package func applies(to event: inout RuledEvent) -> Bool {
    switch condition {
    case .classification(let wanted): event.event.classification.includes(wanted)
    case .category(let matches): event.categories.contains { matches($0) }
    case .title(let matches): event.titles.contains { matches($0) }
    }
  }
}

/// An event as rules look at it. Its texts are made once for all rules.
package struct RuledEvent {
  let event: Event
  private let store: EventStore
  private(set) lazy var categories = store.categories(of: event)
  /// Every SUMMARY: only one is allowed, but a rule can't know which of several a program shows. At least one, empty if
  /// there is none.
  private(set) lazy var titles: [[UInt8]] = {
    let document = store.document(of: event)
    var titles: [[UInt8]] = []
    document.forEachProperty(of: Int(event.component)) { index in
      guard document.properties[index].name == .summary else { return }
      var title: [UInt8] = []
      title.append(unescaping: document.value(document.properties[index]))
      titles.append(title)
    }
    return titles.isEmpty ? [[]] : titles
  }()

  package init(_ event: Event, in store: EventStore) {
    self.event = event
    self.store = store
  }
}

/// Which events a reader may see: the levels of a site, or of one audience of it, and its rules.
public struct PrivacyPolicy: Sendable {
  /// The least strict level of everything.
  package var site = Privacy.full
  /// By index into ``ReadEvents/calendars``; calendars beyond the end of the array have the site's level.
  package var calendars: [Privacy] = []
  /// By index of the calendar: whether the reader does not have it. Such calendars are hidden, too; for the reader,
  /// their copies of events do not exist. Calendars past the end of the array are visible.
  package var absent: [Bool] = []
  /// By index of the document: levels that files ask for themselves; documents beyond the end have the site's level.
  package var documents: [Privacy] = []
  package var rules: [PrivacyRule] = []
  /// Whether the addresses of people are withheld at every level.
  package var hidesAddresses = false

  /// The level of PRIVATE and CONFIDENTIAL events if no rule names their class. An unknown class is read as PRIVATE
  /// (RFC 5545, 3.8.1.3).
  static let nonPublicClasses = Privacy.busy

  package init() {}

  /// Shows PUBLIC events in full, and other events only as busy time.
  public static let published = PrivacyPolicy()

  /// Who decided the level of an event.
  package enum Reason: Sendable, Hashable {
    case site, calendar, document, classification
    /// A VEVENT has no END, so its CLASS may be missing, too.
    case cut
    /// An index of ``rules``.
    case rule(Int)
  }

  package typealias Verdict = (privacy: Privacy, reason: Reason)

  func isAbsent(_ calendar: UInt16) -> Bool { Int(calendar) < absent.count && absent[Int(calendar)] }

  /// The level of a calendar, which also applies to its name and colour.
  package func privacy(ofCalendar index: Int) -> Privacy {
    max(site, index < calendars.count ? calendars[index] : .full)
  }

  /// The level of a single event, by itself, and what decided it: the strictest of all that apply, and of equally
  /// strict ones the first in the order site, calendar, file, rules. O(rules).
  /// - Parameter store: has the texts of the event.
  package func verdict(on event: Event, in store: EventStore) -> Verdict {
    var verdict = (privacy: site, reason: Reason.site)
    func apply(_ privacy: Privacy, _ reason: Reason) { if privacy > verdict.privacy { verdict = (privacy, reason) } }
    apply(privacy(ofCalendar: Int(event.calendar)), .calendar)
    if Int(event.document) < documents.count { apply(documents[Int(event.document)], .document) }
    // If a rule names a class, the rule's level replaces that of the class.
    var unruled = event.classification
    if !rules.isEmpty {
      var ruled = RuledEvent(event, in: store)
      for (index, rule) in rules.enumerated() where rule.applies(to: &ruled) {
        apply(rule.privacy, .rule(index))
        if case .classification(let named) = rule.condition { unruled = unruled.without(named) }
      }
    }
    if unruled != .public { apply(Self.nonPublicClasses, .classification) }
    return verdict
  }
}
