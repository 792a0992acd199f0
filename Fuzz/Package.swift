// swift-tools-version: 6.3
import PackageDescription

/// The targets: one folder each, with its corpus of the same name in `Corpora/`.
///
/// The planted bug has none: the fuzzer must find it from nothing.
let fuzzers = [
  "AssuanFuzzer", "DecoderFuzzer", "LayoutFileFuzzer", "RecordFuzzer", "SanitizerFuzzer",
  "SceneFileFuzzer", "PlantedBug",
]

/// The folder of the package beside us, after which SwiftPM names it.
///
/// The fuzzed code is not public, so the targets here name themselves members of that package.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let fuzzed = String(
  folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
let insider: [SwiftSetting] = [.unsafeFlags(["-package-name", fuzzed])]

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "keyward", path: "..")],
  targets: [
    .target(name: "LibFuzzer", path: "LibFuzzer"),
    .target(
      name: "KeyboardChecks", dependencies: [.product(name: "Keyward", package: "keyward")],
      path: "KeyboardChecks", packageAccess: false, swiftSettings: insider),
  ]
    + fuzzers.map {
      .executableTarget(
        name: $0,
        dependencies: [
          "LibFuzzer", "KeyboardChecks",
          .product(name: "Keyward", package: "keyward"),
          .product(name: "KeyboardScenes", package: "keyward"),
          .product(name: "_Parts", package: "keyward"),
        ],
        path: $0, packageAccess: false, swiftSettings: insider)
    },
  swiftLanguageModes: [.v6]
)
