// swift-tools-version: 6.3
import PackageDescription

/// A package that uses the core like any other: by version, from a repository. `.ci/test-package` makes one and names
/// it in BUSYLIFE_CORE; without it, the core is the package in the parent folder.
let core: Package.Dependency =
  if let repository = Context.environment["BUSYLIFE_CORE"] {
    .package(url: repository, from: "1.0.0")
  } else {
    .package(name: "busylife-gen", path: "../..")
  }

let package = Package(
  name: "CorePackage",
  dependencies: [core],
  targets: [
    .executableTarget(name: "CoreUser", dependencies: [.product(name: "CalendarCore", package: "busylife-gen")])
  ],
  swiftLanguageModes: [.v6]
)
