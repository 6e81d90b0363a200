import Bytes
import DataFiles
import Search

// The functions of the module for searching, by the calling convention of `Exports.swift`.

/// The only instance, which holds the files of the index that were added.
nonisolated(unsafe) private var search = SearchEngine()

/// Loads `data/search/search.bin`, and forgets all files. Returns the path, from the site's root, of the archive of all
/// zones; empty if there is none.
@c(busylife_search_load)
package func busylifeSearchLoad(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  ask { search throws(EngineError) in try search.load(bytes(file, fileCount)) }
}

/// Loads the archive of all zones. Returns nothing.
@c(busylife_search_load_zones)
package func busylifeSearchLoadZones(_ file: UnsafePointer<UInt8>?, _ fileCount: Int) -> Int32 {
  ask { search throws(EngineError) in
    try search.load(world: bytes(file, fileCount))
    return []
  }
}

/// Selects zones: names in any case, or offsets.
/// - Parameters:
///   - page: the zone of the page, which decides what has a page of its own.
///   - reader: the zone in which results are shown.
@c(busylife_search_set_zones)
package func busylifeSearchSetZones(
  _ page: UnsafePointer<UInt8>?, _ pageCount: Int, _ reader: UnsafePointer<UInt8>?, _ readerCount: Int
) -> Int32 {
  ask { search throws(EngineError) in
    try search.view(site: bytes(page, pageCount), reader: bytes(reader, readerCount))
    return []
  }
}

/// Adds a file of the index.
/// - Parameters:
///   - path: as an answer named it.
///   - file: its bytes; none if there is no such file.
@c(busylife_search_add)
package func busylifeSearchAdd(
  _ path: UnsafePointer<UInt8>?, _ pathCount: Int, _ file: UnsafePointer<UInt8>?, _ fileCount: Int
) -> Int32 {
  ask { search throws(EngineError) in
    search.add(try bytes(path, pathCount), try bytes(file, fileCount))
    return []
  }
}

/// Returns what is found as JSON, or the paths of files to add before asking again (`SearchEngine.search`).
/// - Parameters:
///   - text: as typed.
///   - calendar: the name of the only calendar; empty for all.
///   - category: the same for categories.
///   - place: the same for places.
///   - time: 0 for any, 1 for what is now or comes, 2 for what has begun, otherwise a year of the reader's zone.
///   - now: the current time, in minutes since 1970-01-01 UTC.
///   - limit: the most results.
@c(busylife_search)
package func busylifeSearch(
  _ text: UnsafePointer<UInt8>?, _ textCount: Int, _ calendar: UnsafePointer<UInt8>?, _ calendarCount: Int,
  _ category: UnsafePointer<UInt8>?, _ categoryCount: Int, _ place: UnsafePointer<UInt8>?, _ placeCount: Int,
  _ time: Int32, _ now: Int32, _ limit: Int32
) -> Int32 {
  ask { search throws(EngineError) in
    var query = SearchQuery()
    query.text = try bytes(text, textCount)
    query.filters = [
      (.calendar, try bytes(calendar, calendarCount)), (.category, try bytes(category, categoryCount)),
      (.place, try bytes(place, placeCount)),
    ]
    query.time = time == 0 ? .any : time == 1 ? .future : time == 2 ? .past : .year(Int(time))
    query.now = Int64(now) * 60
    query.limit = max(0, min(Int(limit), SearchQuery.mostResults))
    return try search.search(query)
  }
}

/// Runs a call and stores its output: bytes, or an error message.
private func ask(_ body: (inout SearchEngine) throws(EngineError) -> [UInt8]) -> Int32 {
  output = []
  do throws(EngineError) {
    output = try body(&search)
    return done
  } catch {
    output = error.message
    return error.code.rawValue
  }
}
