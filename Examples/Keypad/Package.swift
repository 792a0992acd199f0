// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Keypad",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .executableTarget(
      name: "Keypad", dependencies: [.product(name: "Keyward", package: "keyward")])
  ]
)
