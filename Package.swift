// swift-tools-version: 6.3
import PackageDescription

/// Unsafe code must be marked where it stands.
let checked: [SwiftSetting] = [.strictMemorySafety()]

/// The engine with the modules whose code the optimiser takes over from it.
///
/// Named one by one: a module is compiled anew when one of those it names has changed, and the engine
/// itself looks the same after a change below it.
let engine: [Target.Dependency] = [
  "KeywardEngine", "Geometry", "SecureMemory", "KeyboardLayout", "ConstraintLayout", "SmallFiles",
]

let package = Package(
  name: "keyward",
  products: [
    .library(name: "Keyward", targets: ["Keyward"]),
    .library(name: "KeywardNotifications", targets: ["KeywardNotifications"]),
    .library(name: "SecureMemory", targets: ["SecureMemory"]),
    .library(name: "ConstraintLayout", targets: ["ConstraintLayout"]),
    .library(name: "KeyboardLayout", targets: ["KeyboardLayout"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
    .library(name: "Pinentry", targets: ["Pinentry"]),
    .executable(name: "keyward", targets: ["KeywardCommand"]),
    .executable(name: "pinentry-keyward", targets: ["PinentryCommand"]),
    .executable(name: "keyward-askpass", targets: ["AskpassCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CPlatform"),
    .target(
      name: "Layouts", path: "Layouts", exclude: ["keyboards/keyboard.schema.json"],
      resources: [
        .embedInCode("keyboards"), .embedInCode("metrics.yaml"), .embedInCode("devices.yaml"),
        .embedInCode("scenes"),
      ]),
    .target(name: "Geometry", swiftSettings: checked),
    .target(name: "SmallFiles", dependencies: ["CPlatform"], swiftSettings: checked),
    .target(
      name: "SecureMemory", dependencies: ["CSodium", "CPlatform", "SmallFiles"],
      swiftSettings: checked),
    .target(name: "ConstraintLayout", dependencies: ["Geometry"], swiftSettings: checked),
    .target(
      name: "KeyboardLayout", dependencies: ["Geometry", "CYAML", "SmallFiles"],
      swiftSettings: checked),
    .target(
      name: "KeywardEngine",
      dependencies: [
        "Geometry", "SecureMemory", "KeyboardLayout", "ConstraintLayout", "Layouts",
      ],
      path: "Sources/Keyward", exclude: ["Streams"], swiftSettings: checked),
    .target(
      name: "Keyward", dependencies: engine, path: "Sources/Keyward/Streams",
      swiftSettings: checked),
    .target(
      name: "KeywardNotifications", dependencies: ["Keyward"] + engine, swiftSettings: checked),
    .target(name: "TerminalUI", dependencies: ["CPlatform"] + engine, swiftSettings: checked),
    .executableTarget(
      name: "KeywardCommand",
      dependencies: [
        "TerminalUI", "CPlatform", "Pinentry",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + engine,
      swiftSettings: checked),

    .executableTarget(
      name: "PinentryCommand", dependencies: ["Pinentry", "TerminalUI"] + engine,
      swiftSettings: checked),
    .executableTarget(
      name: "AskpassCommand", dependencies: ["Pinentry", "TerminalUI"] + engine,
      swiftSettings: checked),
    .target(
      name: "Pinentry",
      dependencies: ["TerminalUI", "CPlatform"] + engine,
      swiftSettings: checked),

    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .executableTarget(name: "LeakyControl", path: "Tests/LeakyControl"),
    .executableTarget(
      name: "FaultLauncher", dependencies: ["CTestSupport"], path: "Tests/FaultLauncher"),
    .target(
      name: "TestSupport", dependencies: ["KeywardEngine", "CTestSupport"],
      path: "Tests/TestSupport"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
    .target(
      name: "SolverReference", dependencies: ["ConstraintLayout"], path: "Tests/SolverReference"),
    .executableTarget(
      name: "SolverSoak", dependencies: ["ConstraintLayout", "SolverReference"],
      path: "Tests/SolverSoak"),
    .testTarget(
      name: "ConstraintLayoutTests", dependencies: ["ConstraintLayout", "SolverReference"]),
    .testTarget(
      name: "SecureMemoryTests",
      dependencies: ["SecureMemory", "SmallFiles", "CPlatform", "TestSupport", "CTestSupport"]),
    .testTarget(
      name: "KeyboardLayoutTests", dependencies: ["KeyboardLayout", "Layouts", "CSodium"]),
    .testTarget(
      name: "KeywardTests",
      dependencies: ["Keyward", "Layouts", "TestSupport"] + engine),
    .testTarget(name: "KeywardNotificationsTests", dependencies: ["KeywardNotifications"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI", "TestSupport"] + engine),
    .testTarget(name: "PinentryTests", dependencies: ["Pinentry", "TestSupport"] + engine),
    .testTarget(name: "CommandTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
