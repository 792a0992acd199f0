// swift-tools-version: 6.3
import PackageDescription

/// The targets: one folder each, with its corpus of the same name in `Corpora/`; the planted bug has
/// none, it must be found from nothing.
let fuzzers = [
  "AssuanFuzzer", "DecoderFuzzer", "LayoutFileFuzzer", "RecordFuzzer", "SanitizerFuzzer",
  "SceneFileFuzzer", "PlantedBug",
]

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "keyward", path: "..")],
  targets: [
    .target(name: "LibFuzzer", path: "LibFuzzer"),
    .target(
      name: "KeyboardChecks", dependencies: [.product(name: "Keyward", package: "keyward")],
      path: "KeyboardChecks"),
  ]
    + fuzzers.map {
      .executableTarget(
        name: $0,
        dependencies: [
          "LibFuzzer", "KeyboardChecks",
          .product(name: "Keyward", package: "keyward"),
          .product(name: "CalledPrograms", package: "keyward"),
          .product(name: "TerminalUI", package: "keyward"),
        ],
        path: $0)
    },
  swiftLanguageModes: [.v6]
)
