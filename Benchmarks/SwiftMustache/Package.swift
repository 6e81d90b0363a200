// swift-tools-version: 6.3
import PackageDescription

/// The template engine that ours is compared with. A separate package, since both have a module called Mustache.
let package = Package(
  name: "SwiftMustacheBenchmark",
  dependencies: [.package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1")],
  targets: [
    .executableTarget(
      name: "SwiftMustacheBenchmark", dependencies: [.product(name: "Mustache", package: "swift-mustache")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
