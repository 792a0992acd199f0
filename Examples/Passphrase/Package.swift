// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Passphrase",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .executableTarget(
      name: "Passphrase", dependencies: [.product(name: "KeywardPrompt", package: "keyward")])
  ]
)
