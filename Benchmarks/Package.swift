// swift-tools-version: 6.3
import PackageDescription

/// Benchmarks: a package of its own, so that the product's build knows nothing of them.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "busylife-gen", path: "..")],
  targets: [
    .executableTarget(
      name: "ICalendarBenchmark",
      dependencies: [.product(name: "CalendarCore", package: "busylife-gen")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "PageBenchmark",
      dependencies: [.product(name: "CalendarCore", package: "busylife-gen")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
