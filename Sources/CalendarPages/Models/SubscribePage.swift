import Bytes
import Events
import Mustache

/// `subscribe.html`: every feed, with what subscribes to it. O(feeds).
extension PageModels {
  mutating func subscribePage() -> Value {
    let page = page(.subscribe, site.words[.subscribe])
    model[page, .headingLead] = model.text(site.words[.subscribe])
    model[page, .subscribeStylesheetHref] = href(site.assets[.subscribeStylesheet])
    model[page, .copyScriptHref] = href(site.assets[.copyScript])
    let colors = feedColors()
    var calendars: [Bool: (full: [Value], short: [Value])] = [:]
    var whole = Value.absent
    for (index, feed) in site.calendarFeeds.enumerated() {
      let isFull = index < SubscribeLimits.feeds
      let item = subscription(feed, colors, isFull: isFull)
      if feed.group == .all {
        whole = item
      } else if isFull {
        calendars[feed.group == .category, default: ([], [])].full.append(item)
      } else {
        calendars[feed.group == .category, default: ([], [])].short.append(item)
      }
    }
    model[page, .subscription] = whole
    var groups: [Value] = []
    for (isCategory, heading) in [(false, WordsField.calendars), (true, .categories)] {
      if let items = calendars[isCategory] { groups.append(group(heading, items.full, items.short)) }
    }
    for (others, heading) in [(FeedLink.Group.news, WordsField.newsReaders), (.other, .otherPrograms)] {
      let items = site.feeds.filter { $0.group == others }.map { subscription($0, colors, isFull: false) }
      if !items.isEmpty { groups.append(group(heading, items, [])) }
    }
    model[page, .feedGroups] = model.list(groups)
    model[page, .freshness] = freshness()
    return page.value
  }

  private mutating func group(_ heading: WordsField, _ full: [Value], _ short: [Value]) -> Value {
    let record = model.record(FeedGroupField.self)
    model[record, .title] = model.text(site.words[heading])
    model[record, .subscriptions] = model.list(full)
    model[record, .addresses] = model.list(short)
    model[record, .hasAddresses] = .flag(!short.isEmpty)
    return record.value
  }

  /// The colour classes of calendars, by the paths of their feeds.
  private func feedColors() -> [[UInt8]: Value] {
    var colors: [[UInt8]: Value] = [:]
    for (index, calendar) in site.events.calendars.enumerated() where !calendar.isBusyTime {
      colors[calendar.feedPath] = shared.colorClasses[index]
    }
    return colors
  }

  /// - Parameter isFull: whether it has links to programs and a QR code.
  private mutating func subscription(_ feed: FeedLink, _ colors: [[UInt8]: Value], isFull: Bool) -> Value {
    let record = model.record(SubscriptionField.self)
    let title = feed.name
    let address = site.address(of: feed.path)
    model[record, .title] = model.text(title)
    model[record, .href] = href(feed.path)
    model[record, .address] = model.text(address.isEmpty ? feed.path : address)
    model[record, .isKnown] = .flag(!address.isEmpty)
    if feed.group == .calendar { model[record, .colorClass] = colors[feed.path] ?? .absent }
    guard isFull else { return record.value }
    model[record, .programs] = programs(title, address)
    model[record, .hasPrograms] = .flag(true)
    if !address.isEmpty, address.count <= SubscribeLimits.code {
      model[record, .codeHref] = href(feed.codePath)
      model[record, .codeText] = text(.codeOf, title)
    }
    return record.value
  }

  /// Links that open a feed in programs.
  /// - Parameter address: empty if unknown.
  private mutating func programs(_ title: [UInt8], _ address: [UInt8]) -> Value {
    var name: [UInt8] = []
    name.append(percent: title, most: 200)
    let path: [UInt8] = "/calendar/0/addfromweb?name=" + name + "&url="
    let items = [
      program(site.words[.appleCalendar], [], address, isWebcal: true),
      program(
        site.words[.googleCalendar], [UInt8]("https://calendar.google.com/calendar/render?cid="), address,
        isWebcal: true),
      program([UInt8](ProgramNames.outlook), "https://outlook.live.com" + path, address, isWebcal: false),
      program([UInt8](ProgramNames.office), "https://outlook.office.com" + path, address, isWebcal: false),
      program(site.words[.otherPrograms], [], address, isWebcal: true),
    ]
    return model.list(items)
  }

  /// - Parameter start: the beginning of its address, before the feed's; empty if it is the feed's address itself.
  private mutating func program(_ name: [UInt8], _ start: [UInt8], _ address: [UInt8], isWebcal: Bool) -> Value {
    let item = model.record(ProgramField.self)
    model[item, .name] = model.text(name)
    model[item, .isWebcal] = .flag(isWebcal)
    if address.isEmpty {
      model[item, .start] = text(ifAny: start)
      return item.value
    }
    let scheme = address.prefix { $0 != .colon }.count
    let wanted = isWebcal ? [UInt8]("webcal") + address[scheme...] : address
    model[item, .href] = model.text {
      $0.append(contentsOf: start)
      if start.isEmpty { $0.append(contentsOf: wanted) } else { $0.append(percent: wanted) }
    }
    return item.value
  }

  /// How often each program asks for changes.
  private mutating func freshness() -> Value {
    let lines: [(name: [UInt8], refresh: WordsField)] = [
      (site.words[.appleCalendar], .refreshApple), (site.words[.googleCalendar], .refreshGoogle),
      ([UInt8](ProgramNames.outlook) + ", " + [UInt8](ProgramNames.office), .refreshOutlook),
      (site.words[.otherPrograms], .refreshOthers),
    ]
    let items = lines.map { line in
      let item = model.record(ProgramField.self)
      model[item, .name] = model.text(line.name)
      model[item, .refresh] = model.text(site.words[line.refresh])
      return item.value
    }
    return model.list(items)
  }
}
