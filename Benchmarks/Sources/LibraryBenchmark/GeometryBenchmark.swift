import Keyward

/// The frames of every panel of one screen, and the cost of a rotation.
func geometryBenchmark() throws {
  let portrait = ScreenDescription(
    device: try Device.named("iphone-xs"), orientation: .portrait)
  let landscape = portrait.turned(to: .landscape)
  let qwerty = try ShippedLayouts.keyboard(named: "latin-qwerty")
  let pages = try allPages(of: qwerty)

  func place(on screen: ScreenDescription) -> Double {
    guard
      let geometry = try? KeyboardGeometry(
        screen: screen, profile: .standard, hasToolbar: false)
    else { return 0 }
    var sum = geometry.height
    for page in pages { sum += (try? geometry.layout(of: page))?.keys.last?.frame.maxX ?? 0 }
    return sum
  }

  let keyboard = try Keyboard(
    KeyboardConfiguration(definition: qwerty, profile: .standard, screen: portrait),
    text: try SecretText(policy: .allowUnlocked))
  keyboard.show(at: 0)
  var now = 1.0
  var check = 0.0
  report(
    "Geometry: \(pages.count) panels and pages of one screen",
    measure([
      Work("all panels, portrait", calls: 200) { check += place(on: portrait) },
      Work("all panels, landscape", calls: 200) { check += place(on: landscape) },
      Work("rotation: transition, events and new panel", calls: 200) {
        keyboard.rotate(to: keyboard.state.orientation.rotated, at: now)
        now += 1
        keyboard.advance(to: now)
        check += keyboard.currentPanel?.size.width ?? 0
      },
    ]))
  precondition(check > 0)
}

/// Every panel and page of the shipped panels, without a toolbar.
private func allPages(of keyboard: KeyboardDefinition) throws -> [PanelPage] {
  let idCard = try ShippedLayouts.keyboard(named: "id-card")
  return (keyboard.panels + idCard.panels).flatMap(\.pages)
}
