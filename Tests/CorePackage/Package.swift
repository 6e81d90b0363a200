// swift-tools-version: 6.3
import PackageDescription

/// A package that uses the core as others would: by its version, from a repository. `.ci/test-package` makes one and
/// names it in BUSYLIFE_CORE; without it, the core is that of the folder around this one.
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
