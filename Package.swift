// swift-tools-version: 6.3
import PackageDescription

/// Warnings fail the build; what Embedded Swift would reject is one of them for the core. No unsafe flags: packages
/// that have some can't be depended on by version.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests are compiled without optimisation, which takes a third of the time, also beside optimised modules.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Links the command with Swift's libraries in it: it starts in a third of the time, and needs no installed Swift. The
/// Makefile asks for it where the toolchain has static libraries. This is said to the linker alone, since tests can't
/// be linked so: thus the command and the tests share all compiled modules. The further libraries are those which the
/// static ones need and do not name; lld, since the default linker warns about them. The command's names are not
/// exported: nobody looks them up.
let staticLinking: [LinkerSetting] =
  (Context.environment["BUSYLIFE_STATIC"] ?? "").isEmpty
  ? []
  : [
    .unsafeFlags([
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic",
      "-L\(Context.packageDirectory)/.build/static",
      "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections", "-lBlocksRuntime", "-ldispatch",
      "-lswiftDispatch", "-lswiftSynchronization",
    ])
  ]

/// A module of the core: no Foundation, compiles as Embedded Swift for wasm32. It may import only
/// the core modules listed before it.
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: settings + [.treatWarning("EmbeddedRestrictions", as: .error)])
}

let package = Package(
  name: "busylife-gen",
  products: [
    .executable(name: "busylife-gen", targets: ["busylife-gen"]),
    .executable(name: "BrowserModule", targets: ["BrowserModule"]),
    // What other packages may use: calendars, and not the pages made of them.
    .library(
      name: "CalendarCore",
      targets: ["Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Sections"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // The core, in the order of its imports.
    core("Bytes"),
    core("CivilTime", ["Bytes"]),
    core("TimeZones", ["Bytes", "CivilTime"]),
    core("ICalendar", ["Bytes", "CivilTime", "TimeZones"]),
    core("Events", ["Bytes", "CivilTime", "TimeZones", "ICalendar"]),
    core("Settling", ["Bytes", "CivilTime", "TimeZones", "ICalendar", "Events"]),
    core("Sections", ["Bytes", "CivilTime"]),
    core("Mustache", ["Bytes"]),
    core("SiteTerms", ["Bytes", "CivilTime"]),
    core(
      "CalendarPages",
      ["Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Sections", "Mustache", "SiteTerms"]),
    core(
      "Feeds",
      [
        "Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Mustache", "SiteTerms", "CalendarPages",
      ]),
    core(
      "DataFiles",
      [
        "Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Mustache", "SiteTerms", "CalendarPages",
        "Feeds",
      ]),
    core(
      "Search",
      [
        "Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Sections", "SiteTerms", "CalendarPages",
        "DataFiles",
      ]),
    core(
      "Engine",
      [
        "Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Sections", "Mustache", "SiteTerms",
        "CalendarPages", "Feeds", "DataFiles",
      ]),

    // The core in the reader's browser.
    .target(name: "CBrowserRuntime", cSettings: [.unsafeFlags(["-fno-builtin"])]),
    .executableTarget(
      name: "BrowserModule",
      dependencies: [
        "Engine", "Search", "DataFiles", "CalendarPages", "SiteTerms", "CivilTime", "Bytes", "CBrowserRuntime",
      ],
      swiftSettings: settings + [.treatWarning("EmbeddedRestrictions", as: .error)]),

    // The host.
    .target(name: "CFileExchange"),
    .target(name: "Files", dependencies: ["CFileExchange"], swiftSettings: settings),
    .systemLibrary(
      name: "CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "CMarkdownParser", dependencies: ["CMarkGFM"]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlienc",
      providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .target(
      name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CArchive", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CLibRSVG", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "CResolver", linkerSettings: [.linkedLibrary("resolv", .when(platforms: [.macOS]))]),
    // What a build writes, and what it keeps of the last one: paths and bytes, and no events.
    .target(
      name: "Publishing",
      dependencies: ["CivilTime", "Bytes", "Files", "CXXHash", "CNettle", "CZlib", "CBrotli"], swiftSettings: settings),
    // From files and addresses to calendars and notes.
    .target(
      name: "Readers",
      dependencies: [
        "SiteTerms", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes", "Files", "CMarkGFM",
        "CMarkdownParser", "CExpat", "CCurl", "CResolver", "CArchive", "CZlib",
        .product(name: "Yams", package: "Yams"),
      ], swiftSettings: settings),
    // The content of a site, and what of it a reader may see.
    .target(
      name: "Gate",
      dependencies: [
        "Publishing", "Readers", "CalendarPages", "SiteTerms", "Settling", "Events", "ICalendar", "TimeZones",
        "CivilTime", "Bytes",
      ], swiftSettings: settings),
    // Templates, words and looks.
    .target(
      name: "Themes",
      dependencies: [
        "Publishing", "Readers", "CalendarPages", "SiteTerms", "Mustache", "Sections", "Events", "TimeZones",
        "CivilTime", "Bytes", "Files",
      ], swiftSettings: settings,
      // The tables of CLDR, which Foundation itself links.
      linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
    // Searches what is about to be published for what is withheld.
    .target(
      name: "OutputScan",
      dependencies: [
        "Themes", "Gate", "Publishing", "Readers", "CalendarPages", "SiteTerms", "Events", "ICalendar", "TimeZones",
        "Bytes", "Files",
      ], swiftSettings: settings),
    // What commands say of the content: check, agenda, free, explain.
    .target(
      name: "Reports",
      dependencies: [
        "Themes", "Gate", "Publishing", "Readers", "Feeds", "CalendarPages", "SiteTerms", "Mustache", "Settling",
        "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes",
      ], swiftSettings: settings),
    // A build: from content to files.
    .target(
      name: "SiteBuilder",
      dependencies: [
        "OutputScan", "Themes", "Gate", "Publishing", "Readers", "Search", "DataFiles", "Feeds", "CalendarPages",
        "SiteTerms", "Mustache", "Sections", "Settling", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes",
        "Files", "CZlib", "CQREncode", "CLibRSVG",
      ], swiftSettings: settings),
    // Many builds in one process.
    .target(
      name: "Fleets",
      dependencies: ["SiteBuilder", "Reports", "Gate", "Publishing", "Readers", "CalendarPages", "Bytes", "Files"],
      swiftSettings: settings),
    // From a reader's edit to the bytes of a file.
    .target(
      name: "SourceEditing",
      dependencies: [
        "Gate", "Publishing", "Readers", "CalendarPages", "SiteTerms", "Settling", "Events", "ICalendar", "TimeZones",
        "CivilTime", "Bytes", "Files",
      ], swiftSettings: settings),
    .target(
      name: "PreviewServer",
      dependencies: [
        "SourceEditing", "SiteBuilder", "Publishing", "CalendarPages", "Bytes",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ], swiftSettings: settings),
    .executableTarget(
      name: "busylife-gen",
      dependencies: [
        "PreviewServer", "SourceEditing", "Fleets", "SiteBuilder", "Reports", "Themes", "Gate", "Publishing", "Readers",
        "CalendarPages", "SiteTerms", "Bytes", "Files",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings, linkerSettings: staticLinking),

    // The tests.
    .testTarget(name: "BytesTests", dependencies: ["TestSupport", "Bytes"], swiftSettings: testSettings),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: testSettings),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime", "Bytes"], swiftSettings: testSettings),
    .testTarget(
      name: "TimeZonesTests", dependencies: ["TestSupport", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SystemZonesTests", dependencies: ["TestSupport", "Readers", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ReadersTests",
      dependencies: [
        "TestSupport", "Readers", "CalendarPages", "SiteTerms", "Events", "ICalendar", "TimeZones", "CivilTime",
        "Bytes", "CMarkGFM",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "MustacheTests", dependencies: ["TestSupport", "Mustache", "Bytes"], swiftSettings: testSettings),
    .testTarget(
      name: "PreviewServerTests", dependencies: ["PreviewServer", "Publishing", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SourceEditingTests",
      dependencies: [
        "SourceEditing", "Files", "Readers", "Settling", "Events", "TimeZones", "CivilTime", "Bytes",
      ], swiftSettings: testSettings),
    .testTarget(name: "PublishingTests", dependencies: ["Publishing"], swiftSettings: testSettings),
    .testTarget(
      name: "ThemesTests",
      dependencies: ["Gate", "Themes", "Publishing", "Readers", "CalendarPages", "Events", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "OutputScanTests",
      dependencies: [
        "OutputScan", "CalendarPages", "SiteTerms", "Bytes",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "SiteBuilderTests",
      dependencies: [
        "TestSupport", "SiteBuilder", "Reports", "Themes", "Gate", "Publishing", "Readers", "Engine", "Search",
        "DataFiles", "CalendarPages", "SiteTerms", "Settling", "Events", "TimeZones", "CivilTime", "Bytes",
      ],
      swiftSettings: testSettings),
    .target(
      name: "TestSupport", dependencies: ["Mustache", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "ICalendarTests",
      dependencies: ["TestSupport", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EventsTests",
      dependencies: ["TestSupport", "Settling", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SettlingTests",
      dependencies: ["TestSupport", "Settling", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CalendarPagesTests",
      dependencies: [
        "TestSupport", "Engine", "Search", "DataFiles", "Feeds", "CalendarPages", "SiteTerms", "Settling", "Events",
        "Sections", "Mustache", "ICalendar", "TimeZones", "CivilTime", "Bytes",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "SectionsTests", dependencies: ["TestSupport", "Sections", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
    .testTarget(
      name: "FixtureTests",
      dependencies: [
        "TestSupport", "Readers", "Feeds", "CalendarPages", "Settling", "Events", "ICalendar", "TimeZones",
        "CivilTime", "Bytes",
      ], swiftSettings: testSettings),
    .target(
      name: "FuzzChecks",
      dependencies: [
        "TestSupport", "Themes", "Publishing", "Readers", "Search", "DataFiles", "CalendarPages", "Mustache",
        "Settling", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes",
      ],
      path: "Fuzz/Checks", swiftSettings: settings),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzChecks"], swiftSettings: testSettings),
    .testTarget(
      name: "RecurrenceTests", dependencies: ["TestSupport", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Programs for benchmarks and tests: no part of what others build.
if Context.environment["BUSYLIFE_TESTS"] != nil {
  package.targets += [
    // Sees what other packages see.
    .executableTarget(
      name: "CoreUser",
      dependencies: ["Bytes", "CivilTime", "TimeZones", "ICalendar", "Events", "Settling", "Sections"],
      path: "Tests/CoreUser", packageAccess: false, swiftSettings: settings),
    .executableTarget(
      name: "ICalendarBenchmark",
      dependencies: ["Settling", "Events", "ICalendar", "TimeZones", "CivilTime", "Bytes"],
      path: "Benchmarks/Sources/ICalendarBenchmark", swiftSettings: settings),
    .executableTarget(
      name: "PageBenchmark",
      dependencies: [
        "CalendarPages", "SiteTerms", "Mustache", "Sections", "Settling", "Events", "ICalendar", "TimeZones",
        "CivilTime", "Bytes",
      ], path: "Benchmarks/Sources/PageBenchmark", swiftSettings: settings),
  ]
}

// The fuzz target takes its main from libFuzzer, which only `make fuzz` links with: elsewhere it is no part of the
// package.
if Context.environment["BUSYLIFE_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "FuzzReplay", dependencies: ["FuzzChecks", "TestSupport"], path: "Fuzz/Replay", swiftSettings: settings),
    .executableTarget(
      name: "FuzzTarget", dependencies: ["FuzzChecks"], path: "Fuzz/Target",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
  ]
}
