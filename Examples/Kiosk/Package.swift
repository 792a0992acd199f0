// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Kiosk",
  dependencies: [.package(name: "keyward", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSDL", pkgConfig: "SDL2_ttf", providers: [.apt(["libsdl2-dev", "libsdl2-ttf-dev"])]),
    .executableTarget(
      name: "Kiosk", dependencies: ["CSDL", .product(name: "Keyward", package: "keyward")]),
  ]
)
