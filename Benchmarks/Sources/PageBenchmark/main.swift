// usage: PageBenchmark TEMPLATES FOLDER
//
// A month page of a theme from settled days, its model included; and a plain template with its data, which are
// left in the folder for another engine, as template.mustache, data.json and page.html. Times are wall time on
// one thread, the best of several rounds.

import Foundation

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: PageBenchmark TEMPLATES FOLDER\n".utf8))
  exit(64)
}
let month = MonthPage(templates: CommandLine.arguments[1])
print("month bytes \(month.byteCount) microseconds \(month.microseconds(rounds: 7, pages: 400))")
let grid = GridPage(weeks: 6, eventsPerDay: 3)
let (page, microseconds) = grid.rendered(rounds: 7, pages: 400)
print("grid bytes \(page.count) microseconds \(microseconds)")
let folder = URL(fileURLWithPath: CommandLine.arguments[2])
try Data(GridPage.template.utf8).write(to: folder.appending(path: "template.mustache"))
try grid.json.write(to: folder.appending(path: "data.json"))
try Data(page).write(to: folder.appending(path: "page.html"))
