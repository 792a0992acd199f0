// swift-tools-version: 6.3
import PackageDescription

// A package of its own: what is measured beside us never becomes our dependency.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "keyward", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "LibraryBenchmark",
      dependencies: [
        "AllocationCounter", .product(name: "ConstraintLayout", package: "keyward"),
        .product(name: "Keyward", package: "keyward"),
        .product(name: "TerminalUI", package: "keyward"),
        .product(name: "SceneUI", package: "keyward"),
      ]),
    .executableTarget(
      name: "ConstraintBench",
      dependencies: [.product(name: "ConstraintLayout", package: "keyward")],
      path: "ConstraintBench/Sources"),
  ],
  swiftLanguageModes: [.v6]
)
