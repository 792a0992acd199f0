// swift-tools-version: 6.3
import PackageDescription

/// The targets and what each links: one folder each, with its corpus of the same name in `Corpora/`.
///
/// libFuzzer looks at every counter of the program after each input, so code that a target never
/// calls makes it slower. The planted bug has no corpus: the fuzzer must find it from nothing.
let fuzzers = [
  "AskFileFuzzer": ["_Parts"],
  "AssuanFuzzer": ["_Parts"],
  "CommandFuzzer": ["_Parts"],
  "ConfigurationFuzzer": ["_Parts"],
  "DecoderFuzzer": ["_Parts"],
  "DeviceFuzzer": ["_Parts"],
  "EntryFuzzer": ["_Engine"],
  "LayoutFileFuzzer": ["_Engine"],
  "LendingFuzzer": ["_Parts"],
  "SanitizerFuzzer": ["_Parts"],
  "PlantedBug": ["_Parts"],
]

/// The folder of the fuzzed package, two above us, after which SwiftPM names it.
///
/// The fuzzed code is not public, so the targets here name themselves members of that package.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? ""
let fuzzed = String(
  folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
let insider: [SwiftSetting] = [.unsafeFlags(["-package-name", fuzzed])]

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .target(name: "LibFuzzer", path: "LibFuzzer"),
    .target(
      name: "KeyboardChecks", dependencies: [.product(name: "_Engine", package: "keyward")],
      path: "KeyboardChecks", packageAccess: false, swiftSettings: insider),
  ]
    + fuzzers.sorted { $0.key < $1.key }.map { name, products in
      .executableTarget(
        name: name,
        dependencies: ["LibFuzzer"] + (products.contains("_Engine") ? ["KeyboardChecks"] : [])
          + products.map { .product(name: $0, package: "keyward") },
        path: name, packageAccess: false, swiftSettings: insider)
    },
  swiftLanguageModes: [.v6]
)
