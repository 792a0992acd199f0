// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Studio",
  dependencies: [
    .package(name: "keyward", path: "../.."),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .target(
      name: "Studio",
      dependencies: [
        .product(name: "Keyward", package: "keyward"),
        .product(name: "ConstraintLayout", package: "keyward"),
        .product(name: "Yams", package: "Yams"),
      ],
      resources: [.embedInCode("Scenes")]),
    .executableTarget(name: "keyward-studio", dependencies: ["Studio"]),
    .testTarget(
      name: "StudioTests", dependencies: ["Studio"], exclude: ["Goldens"]),
  ]
)
