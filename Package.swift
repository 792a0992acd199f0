// swift-tools-version: 6.3
import PackageDescription

/// Unsafe code must be marked in place.
let checked: [SwiftSetting] = [.strictMemorySafety()]

/// The sources of the files of keyboards, which no program contains: programs read their records.
let keyboardFiles = ["KeyboardFiles.swift", "XKBKeyboards.swift"]

/// The engine with the modules whose code the optimiser takes over from it.
///
/// They are named one by one: a module is compiled anew when one of those it names has changed, and
/// the engine itself looks the same after a change below it.
let engine: [Target.Dependency] = [
  "KeywardEngine", "Geometry", "SecureMemory", "KeyboardLayout", "SmallFiles",
]

/// The guide that stands for its keyboard among host views.
let guide: [Target.Dependency] = ["KeyboardGuide", "ConstraintLayout"]

/// Host views from files around it.
let scenes: [Target.Dependency] = guide + ["KeyboardScenes"]

/// A prompt on a terminal.
let prompt: [Target.Dependency] = ["TerminalUI", "CPlatform"]

/// A program called by others.
let called: [Target.Dependency] = ["CalledPrograms", "Assuan", "Settings"]

let package = Package(
  name: "keyward",
  products: [
    .library(name: "Keyward", targets: ["Keyward"]),
    .library(name: "KeywardNotifications", targets: ["KeywardNotifications"]),
    .library(name: "SecureMemory", targets: ["SecureMemory"]),
    .library(name: "ConstraintLayout", targets: ["ConstraintLayout"]),
    .library(name: "KeyboardScenes", targets: ["KeyboardScenes"]),
    // For the packages of this repository that measure and fuzz; nothing in these is public.
    // All modules are named: what links these is compiled anew only when one of those named has changed.
    .library(
      name: "_Engine",
      targets: ["KeywardEngine", "Geometry", "SecureMemory", "KeyboardLayout", "SmallFiles"]),
    .library(name: "_Parts", targets: ["TerminalUI", "SceneUI", "CalledPrograms", "Assuan"]),
    .library(name: "KeywardC", type: .static, targets: ["KeywardC"]),
    .executable(name: "keyward", targets: ["KeywardCommand"]),
    .executable(name: "pinentry-keyward", targets: ["PinentryCommand"]),
    .executable(name: "keyward-askpass", targets: ["AskpassCommand"]),
    .executable(name: "keyward-tools", targets: ["keyward-tools"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CPlatform"),
    .target(
      name: "Layouts", path: "Layouts", exclude: keyboardFiles + ["keyboards"],
      resources: [
        .embedInCode("forms"), .embedInCode("metrics.yaml"), .embedInCode("devices.yaml"),
        .embedInCode("scenes"),
      ]),
    .target(
      name: "KeyboardFiles", path: "Layouts",
      exclude: [
        "forms", "metrics.yaml", "devices.yaml", "scenes", "keyboards/keyboard.schema.json",
        "Layouts.swift", "ShippedRecords.swift", "WordList.swift",
      ],
      sources: keyboardFiles, resources: [.embedInCode("keyboards")]),
    .target(name: "Geometry", swiftSettings: checked),
    .target(name: "SmallFiles", dependencies: ["CPlatform"], swiftSettings: checked),
    .target(
      name: "SecureMemory", dependencies: ["CSodium", "CPlatform", "SmallFiles"],
      swiftSettings: checked),
    .target(
      name: "ConstraintLayout", dependencies: ["Geometry", "CPlatform"], swiftSettings: checked),
    .target(
      name: "KeyboardLayout", dependencies: ["Geometry", "CYAML", "SmallFiles"],
      swiftSettings: checked),
    .target(
      name: "KeywardEngine",
      dependencies: ["Geometry", "SecureMemory", "KeyboardLayout", "SmallFiles", "Layouts"],
      swiftSettings: checked),
    .target(
      name: "KeyboardGuide", dependencies: ["ConstraintLayout"] + engine, swiftSettings: checked),
    .target(
      name: "KeyboardScenes", dependencies: ["Layouts"] + engine + guide, swiftSettings: checked),
    .target(name: "Keyward", dependencies: engine + guide, swiftSettings: checked),
    .target(
      name: "KeywardNotifications", dependencies: ["Keyward"] + engine + guide,
      swiftSettings: checked),
    .target(
      name: "CKeyward", dependencies: ["CPlatform"], exclude: ["keyward.pc.in", "libkeyward.map"]),
    .target(
      name: "KeywardC", dependencies: ["CKeyward"] + engine + scenes, swiftSettings: checked),
    .target(name: "CXKB"),
    .target(
      name: "KeyboardImport", dependencies: ["CXKB", "KeyboardLayout", "SmallFiles"],
      swiftSettings: checked),
    .target(name: "TerminalUI", dependencies: ["CPlatform"] + engine, swiftSettings: checked),
    .target(name: "SceneUI", dependencies: engine + scenes + prompt, swiftSettings: checked),
    .target(name: "Settings", dependencies: engine + prompt, swiftSettings: checked),
    .target(name: "Assuan", dependencies: ["SecureMemory", "CPlatform"], swiftSettings: checked),
    .target(
      name: "CalledPrograms", dependencies: ["Assuan", "Settings"] + engine + prompt,
      swiftSettings: checked),
    .target(
      name: "SecretCommands", dependencies: engine + prompt + called, swiftSettings: checked),
    .executableTarget(
      name: "KeywardCommand", dependencies: ["SecretCommands"] + engine + prompt + called,
      swiftSettings: checked),
    .target(
      name: "KeywardTools",
      dependencies: ["SecretCommands", "SceneUI", "KeyboardImport"] + engine + scenes + prompt
        + called,
      swiftSettings: checked),
    .executableTarget(
      name: "keyward-tools", dependencies: ["KeywardTools"], path: "Sources/ToolsCommand",
      swiftSettings: checked),
    .executableTarget(
      name: "PinentryCommand", dependencies: engine + prompt + called, swiftSettings: checked),
    .executableTarget(
      name: "AskpassCommand", dependencies: engine + prompt + called, swiftSettings: checked),

    .target(name: "CTestSupport", dependencies: ["CPlatform"], path: "Tests/CTestSupport"),
    .executableTarget(name: "LeakyControl", path: "Tests/LeakyControl"),
    .executableTarget(
      name: "PlantedAttack", dependencies: ["CTestSupport"] + engine + prompt + called,
      path: "Tests/PlantedAttack"),
    .executableTarget(
      name: "FaultLauncher", dependencies: ["CTestSupport"], path: "Tests/FaultLauncher"),
    .target(
      name: "TestSupport", dependencies: ["KeywardEngine", "SecureMemory", "CTestSupport"],
      path: "Tests/TestSupport"),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"]),
    .target(
      name: "SolverReference", dependencies: ["ConstraintLayout"], path: "Tests/SolverReference"),
    .executableTarget(
      name: "ShippedRecords",
      dependencies: ["KeyboardLayout", "Layouts", "KeyboardFiles"],
      path: "Tests/ShippedRecords"),
    .executableTarget(
      name: "SolverSoak", dependencies: ["ConstraintLayout", "SolverReference"],
      path: "Tests/SolverSoak"),
    .testTarget(
      name: "ConstraintLayoutTests", dependencies: ["ConstraintLayout", "SolverReference"]),
    // As an embedder sees it.
    .testTarget(
      name: "AutoLayoutExamplesTests", dependencies: ["ConstraintLayout"], packageAccess: false),
    .testTarget(
      name: "SecureMemoryTests",
      dependencies: ["SecureMemory", "SmallFiles", "CPlatform", "TestSupport", "CTestSupport"]),
    .testTarget(
      name: "KeyboardLayoutTests",
      dependencies: ["KeyboardLayout", "SmallFiles", "Layouts", "KeyboardFiles", "CSodium"]),
    .testTarget(
      name: "KeyboardImportTests",
      dependencies: ["KeyboardImport", "KeyboardFiles", "TestSupport"] + engine,
      exclude: ["Goldens"]),
    .testTarget(
      name: "KeywardEngineTests",
      dependencies: ["Layouts", "KeyboardFiles", "TestSupport"] + engine),
    .testTarget(
      name: "KeyboardScenesTests", dependencies: ["Layouts", "TestSupport"] + engine + scenes),
    .testTarget(name: "KeywardTests", dependencies: ["Keyward", "TestSupport"] + engine + guide),
    .testTarget(name: "KeywardNotificationsTests", dependencies: ["KeywardNotifications"]),
    .testTarget(
      name: "KeywardCTests", dependencies: ["TestSupport"], exclude: ["Hosts"]),
    .testTarget(
      name: "TerminalUITests",
      dependencies: ["Layouts", "KeyboardFiles", "TestSupport"] + engine + prompt),
    .testTarget(
      name: "SceneUITests", dependencies: ["SceneUI", "TestSupport"] + engine + scenes + prompt),
    .testTarget(
      name: "SettingsTests", dependencies: ["Settings", "TestSupport"] + engine + prompt),
    .testTarget(name: "AssuanTests", dependencies: ["Assuan", "TestSupport", "SecureMemory"]),
    .testTarget(
      name: "CalledProgramsTests", dependencies: ["TestSupport"] + engine + prompt + called),
    .testTarget(
      name: "SecretCommandsTests", dependencies: ["SecretCommands"] + engine + prompt + called),
    .testTarget(
      name: "KeywardToolsTests",
      dependencies: ["KeywardTools", "SecretCommands", "TestSupport"] + engine + prompt + called,
      exclude: ["Goldens"]),
    .testTarget(name: "CommandTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
