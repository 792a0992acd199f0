// swift-tools-version: 6.3
import PackageDescription

/// The folder of the package beside us, after which SwiftPM names it.
///
/// The measured code is not public, so the targets here name themselves members of that package.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let measured = String(
  folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
let insider: [SwiftSetting] = [.unsafeFlags(["-package-name", measured])]

// A separate package: measured peers never become our dependencies.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "keyward", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "LibraryBenchmark",
      dependencies: [
        "AllocationCounter", .product(name: "Keyward", package: "keyward"),
        .product(name: "_Parts", package: "keyward"),
      ],
      packageAccess: false, swiftSettings: insider),
    .executableTarget(
      name: "ConstraintBench",
      dependencies: [.product(name: "ConstraintLayout", package: "keyward")],
      path: "ConstraintBench/Sources", packageAccess: false, swiftSettings: insider),
  ],
  swiftLanguageModes: [.v6]
)
