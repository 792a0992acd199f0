// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "FollowTheKeyboard",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .executableTarget(
      name: "FollowTheKeyboard", dependencies: [.product(name: "Keyward", package: "keyward")])
  ]
)
