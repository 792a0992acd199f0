// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Studio",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .target(
      name: "Studio",
      dependencies: [
        .product(name: "Keyward", package: "keyward"),
        .product(name: "KeyboardScenes", package: "keyward"),
        .product(name: "ConstraintLayout", package: "keyward"),
      ],
      resources: [.embedInCode("Scenes")]),
    .executableTarget(name: "keyward-studio", dependencies: ["Studio"]),
    .testTarget(name: "StudioTests", dependencies: ["Studio"]),
  ]
)
