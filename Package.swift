// swift-tools-version: 6.3
import PackageDescription

let checked: [SwiftSetting] = [.strictMemorySafety()]

/// The engine, with the modules that the optimiser inlines into its clients.
let engine: [Target.Dependency] = [
  "KeywardEngine", "KeywardGeometry", "SecureMemory", "KeywardLayout",
]

/// The guide among host views.
let guide: [Target.Dependency] = ["KeywardGuide", "ConstraintLayout"]

/// A prompt on a terminal.
let prompt: [Target.Dependency] = ["KeywardTerminal", "KeywardSystem"]

/// Products for this repository's benchmarks and fuzz targets, whose scripts set the variable.
///
/// All modules are named, so that a client is compiled again only if one of its modules has changed.
let parts: [Product] =
  Context.environment["KEYWARD_PARTS"] == nil
  ? []
  : [
    .library(
      name: "_Engine",
      targets: ["KeywardEngine", "KeywardGeometry", "SecureMemory", "KeywardLayout"]),
    .library(name: "_Parts", targets: ["KeywardTerminal", "KeywardPrograms"]),
  ]

let package = Package(
  name: "keyward",
  products: parts + [
    .library(name: "Keyward", targets: ["Keyward"]),
    .library(name: "KeywardNotifications", targets: ["KeywardNotifications"]),
    .library(name: "KeywardUIKitNames", targets: ["KeywardUIKitNames"]),
    .library(name: "KeywardPrompt", targets: ["KeywardPrompt"]),
    .library(name: "SecureMemory", targets: ["SecureMemory"]),
    .library(name: "ConstraintLayout", targets: ["ConstraintLayout"]),
    .library(name: "KeywardC", type: .static, targets: ["KeywardC"]),
    .executable(name: "keyward", targets: ["KeywardCommand"]),
    .executable(name: "pinentry-keyward", targets: ["KeywardPinentry"]),
    .executable(name: "keyward-askpass", targets: ["KeywardAskpass"]),
    .executable(name: "keyward-tools", targets: ["keyward-tools"]),
  ],
  // The code of a trait that is switched off is not in the client.
  traits: [
    .default(enabledTraits: ["Layouts", "Terminal", "WordList"]),
    .trait(name: "Layouts", description: "The keyboards made from XKB, about a hundred."),
    .trait(name: "Terminal", description: "KeywardPrompt asks itself; else it runs keyward."),
    .trait(name: "WordList", description: "The words of generated passphrases."),
  ],
  targets: [
    // Secrets: locked memory, sealing, hardening, sandbox, restoring the terminal.
    .systemLibrary(
      name: "KeywardSodium", path: "Sources/Secrets/KeywardSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"])]),
    .target(name: "KeywardSystem", path: "Sources/Secrets/KeywardSystem"),
    .target(
      name: "SecureMemory", dependencies: ["KeywardSodium", "KeywardSystem"],
      path: "Sources/Secrets/SecureMemory", swiftSettings: checked),

    // Keyboard: files and geometry; state, events, transitions.
    .systemLibrary(
      name: "KeywardYAML", path: "Sources/Keyboard/KeywardYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "KeywardData", path: "Layouts",
      exclude: [
        "forms", "keyboards", "languages", "bip39.txt", "common.txt", "devices.yaml", "files.inc",
        "languages.inc", "metrics.yaml", "words.txt",
      ],
      cSettings: [
        .define("KEYWARD_LAYOUTS", .when(traits: ["Layouts"])),
        .define("KEYWARD_WORD_LIST", .when(traits: ["WordList"])),
      ]),
    // Rounding calls libm, which no import of a C library links here.
    .target(
      name: "KeywardGeometry", path: "Sources/Keyboard/KeywardGeometry", swiftSettings: checked,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "KeywardLayout",
      dependencies: ["KeywardGeometry", "KeywardData", "KeywardYAML", "SecureMemory"],
      path: "Sources/Keyboard/KeywardLayout", swiftSettings: checked),
    .target(
      name: "KeywardEngine",
      dependencies: ["KeywardGeometry", "SecureMemory", "KeywardLayout"],
      path: "Sources/Keyboard/KeywardEngine", swiftSettings: checked),

    // Views: Auto Layout without a screen, the guide.
    .target(
      name: "ConstraintLayout", dependencies: ["KeywardGeometry"],
      path: "Sources/Views/ConstraintLayout", swiftSettings: checked),
    .target(
      name: "KeywardGuide", dependencies: ["ConstraintLayout"] + engine,
      path: "Sources/Views/KeywardGuide", swiftSettings: checked),

    // Terminal: session, input, cells; prompts and the drawn keyboard.
    .target(
      name: "KeywardTerminal", dependencies: ["KeywardData", "KeywardSystem"] + engine,
      path: "Sources/Terminal/KeywardTerminal",
      swiftSettings: checked),

    // Library: the modules that embedders import.
    .target(
      name: "Keyward", dependencies: engine + guide, path: "Sources/Library/Keyward",
      swiftSettings: checked),
    .target(
      name: "KeywardNotifications", dependencies: ["Keyward"] + engine + guide,
      path: "Sources/Library/KeywardNotifications", swiftSettings: checked),
    .target(
      name: "KeywardUIKitNames", dependencies: ["KeywardGeometry"] + guide,
      path: "Sources/Library/KeywardUIKitNames", swiftSettings: checked),
    .target(
      name: "KeywardPrompt",
      dependencies: [
        "KeywardSystem", "SecureMemory",
        .target(name: "KeywardPrograms", condition: .when(traits: ["Terminal"])),
      ],
      path: "Sources/Library/KeywardPrompt", swiftSettings: checked),
    .systemLibrary(name: "CKeyward", path: "Sources/Library/CKeyward"),
    .target(
      name: "KeywardC", dependencies: ["CKeyward", "KeywardSystem"] + engine,
      path: "Sources/Library/KeywardC", swiftSettings: checked),

    // Programs: those that take secrets, and the tools, which take none.
    .target(
      name: "KeywardPrograms", dependencies: engine + prompt,
      path: "Sources/Programs/KeywardPrograms", swiftSettings: checked),
    .executableTarget(
      name: "KeywardCommand", dependencies: ["KeywardPrograms"] + engine + prompt,
      path: "Sources/Programs/KeywardCommand", swiftSettings: checked),
    .executableTarget(
      name: "KeywardPinentry", dependencies: ["KeywardPrograms"] + engine + prompt,
      path: "Sources/Programs/KeywardPinentry", swiftSettings: checked),
    .executableTarget(
      name: "KeywardAskpass", dependencies: ["KeywardPrograms"] + engine + prompt,
      path: "Sources/Programs/KeywardAskpass", swiftSettings: checked),
    .systemLibrary(name: "KeywardXKB", path: "Sources/Programs/KeywardXKB"),
    .target(
      name: "KeywardTools",
      dependencies: ["KeywardPrograms", "KeywardXKB"] + engine + prompt,
      path: "Sources/Programs/KeywardTools", swiftSettings: checked),
    .executableTarget(
      name: "keyward-tools", dependencies: ["KeywardTools"],
      path: "Sources/Programs/ToolsCommand", swiftSettings: checked),

    // Shared by tests.
    .target(
      name: "KeywardTestSystem", dependencies: ["KeywardSystem"],
      path: "Tests/Support/KeywardTestSystem"),
    .target(
      name: "KeywardTestSupport",
      dependencies: ["KeywardEngine", "SecureMemory", "KeywardTestSystem"],
      path: "Tests/Support/KeywardTestSupport"),
    .executableTarget(
      name: "KeywardAskingHost", dependencies: ["KeywardPrompt", "KeywardSystem"],
      path: "Tests/Support/KeywardAskingHost"),
    .executableTarget(name: "LeakyControl", path: "Tests/Support/LeakyControl"),
    .executableTarget(
      name: "PlantedAttack",
      dependencies: ["KeywardTestSystem", "KeywardPrograms"] + engine + prompt,
      path: "Tests/Support/PlantedAttack"),
    .executableTarget(
      name: "FaultLauncher", dependencies: ["KeywardTestSystem"],
      path: "Tests/Support/FaultLauncher"),
    .target(
      name: "SolverReference", dependencies: ["ConstraintLayout"],
      path: "Tests/Views/SolverReference"),
    .executableTarget(
      name: "SolverSoak", dependencies: ["ConstraintLayout", "SolverReference"],
      path: "Tests/Views/SolverSoak"),

    .testTarget(
      name: "SecureMemoryTests",
      dependencies: ["SecureMemory", "KeywardSystem", "KeywardTestSupport", "KeywardTestSystem"],
      path: "Tests/Secrets/SecureMemoryTests"),
    .testTarget(
      name: "KeywardGeometryTests", dependencies: ["KeywardGeometry"],
      path: "Tests/Keyboard/KeywardGeometryTests"),
    .testTarget(
      name: "KeywardLayoutTests",
      dependencies: [
        "KeywardLayout", "SecureMemory", "KeywardSodium", "KeywardTestSupport",
      ], path: "Tests/Keyboard/KeywardLayoutTests"),
    .testTarget(
      name: "KeywardEngineTests",
      dependencies: ["KeywardTestSupport"] + engine, path: "Tests/Keyboard/KeywardEngineTests"),
    .testTarget(
      name: "ConstraintLayoutTests",
      dependencies: [
        "ConstraintLayout", "KeywardUIKitNames", "SolverReference", "KeywardTestSupport",
      ], path: "Tests/Views/ConstraintLayoutTests"),
    // Uses only the public interface, as an embedder does.
    .testTarget(
      name: "AutoLayoutExamplesTests",
      dependencies: ["ConstraintLayout", "Keyward", "KeywardUIKitNames"],
      path: "Tests/Views/AutoLayoutExamplesTests", packageAccess: false),
    .testTarget(
      name: "KeywardGuideTests", dependencies: ["KeywardTestSupport"] + engine + guide,
      path: "Tests/Views/KeywardGuideTests"),
    .testTarget(
      name: "KeywardTerminalTests",
      dependencies: ["KeywardTestSupport"] + engine + prompt,
      path: "Tests/Terminal/KeywardTerminalTests"),
    .testTarget(
      name: "KeywardTests", dependencies: ["Keyward", "KeywardTestSupport"] + engine + guide,
      path: "Tests/Library/KeywardTests"),
    .testTarget(
      name: "KeywardPromptTests",
      dependencies: ["KeywardPrompt", "KeywardTestSupport", "KeywardTestSystem"],
      path: "Tests/Library/KeywardPromptTests"),
    .testTarget(
      name: "KeywardNotificationsTests", dependencies: ["KeywardNotifications"],
      path: "Tests/Library/KeywardNotificationsTests"),
    .testTarget(
      name: "KeywardCTests", dependencies: ["KeywardTestSupport"],
      path: "Tests/Library/KeywardCTests", exclude: ["Hosts"]),
    .testTarget(
      name: "KeywardProgramsTests",
      dependencies: ["KeywardPrograms", "KeywardTestSupport"] + engine + prompt,
      path: "Tests/Programs/KeywardProgramsTests"),
    .testTarget(
      name: "KeywardToolsTests",
      dependencies: [
        "KeywardTools", "KeywardPrograms", "KeywardTestSupport",
      ] + engine + prompt,
      path: "Tests/Programs/KeywardToolsTests", exclude: ["Goldens", "Import/Goldens"]),
    .testTarget(
      name: "CommandTests", dependencies: ["KeywardTestSupport"],
      path: "Tests/Programs/CommandTests"),
  ],
  swiftLanguageModes: [.v6]
)
