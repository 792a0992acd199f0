import KeyboardScenes
import Keyward
import KeywardTools
import PromptUI

/// Interactive scenes from the event to the finished terminal frame: a rotation of `login`, the frames
/// of its animation, a step of dragging the keyboard of `tour`, and one below 1,000 nested views that
/// do not all find room.
func sceneScreenBenchmark() throws {
  let login = try DrawnScene(shipped("login"), keyboard: "docked")
  let floating = try DrawnScene(shipped("tour"), keyboard: "floating:240,240,320,160")
  let nested = try DrawnScene(nestedViews(1000), keyboard: "undocked:200")
  var now = 1.0
  var sent = 0
  // Held by the grip in its top edge row, once for all steps.
  floating.handle(.press(column: 50, row: 15), at: now)
  // Held by the keys, wherever its grip is.
  nested.handle(.key(.control(0x67), []), at: now)
  var step = 0
  report(
    "Scenes: 160 x 50 cells, from the event to the finished frame",
    measure([
      Work("login: rotation to its first frame", calls: 20) {
        now += 1
        login.advance(to: now)
        login.handle(.key(.control(0x72), []), at: now)
        login.advance(to: now + 0.02)
        sent += login.frame().count
      },
      Work("login: rotation with all 16 frames of its animation", calls: 2) {
        now += 1
        login.advance(to: now)
        login.handle(.key(.control(0x72), []), at: now)
        for frame in 1...16 {
          login.advance(to: now + Double(frame) / 30)
          sent += login.frame().count
        }
      },
      Work("tour: one step of a drag, floating", calls: 20) {
        step += 1
        floating.handle(.drag(column: 50 + step % 9, row: 15 + step % 7 - 3), at: now)
        sent += floating.frame().count
      },
      Work("1,000 nested views, a contradiction: one step of the keyboard", calls: 1) {
        step += 1
        nested.handle(.key(step.isMultiple(of: 2) ? .up : .down, []), at: now)
        sent += nested.frame().count
      },
    ]))
  precondition(sent > 0)
}

private func shipped(_ name: String) throws -> SceneFile {
  guard let file = try ShippedScenes.scene(named: name) else {
    preconditionFailure("\(name) is a shipped scene")
  }
  return file
}

/// Views in views above the keyboard, each a point smaller on every side, until there is no room.
private func nestedViews(_ count: Int) throws -> SceneFile {
  var views = "views:\n  v0: {}\n"
  var constraints = "constraints:\n  - v0.top == view.top\n  - v0.leading == view.leading\n"
  constraints += "  - v0.trailing == view.trailing\n  - v0.bottom == keyboard.top\n"
  let edges = [("top", "+ 1"), ("leading", "+ 1"), ("trailing", "- 1"), ("bottom", "- 1")]
  for (outer, inner) in zip(0..<count, 1..<count) {
    views += "  v\(inner): { in: v\(outer) }\n"
    for (edge, inset) in edges {
      constraints += "  - v\(inner).\(edge) == v\(outer).\(edge) \(inset)\n"
    }
  }
  let head = "scene: nested\nsize: 1024x768\nguide: { followsUndocked: true }\n"
  let text = head + views + constraints
  return try SceneFile(yaml: Array(text.utf8), name: "nested.yaml")
}

/// A scene in a terminal of 160 by 50 cells with 24-bit colours.
private final class DrawnScene {
  private let model: SceneModel
  private var shown: CellBuffer?

  init(_ file: SceneFile, keyboard place: String) throws {
    var options = SceneOptions()
    options.keyboard = place
    var surface = PromptSurface()
    surface.hasColor = true
    model = SceneModel(
      options, scene: try KeyboardScene(file.onCells(of: Size(width: 8, height: 16))),
      keyboard: try Keyboard(
        KeyboardConfiguration(screen: ScreenDescription(columns: 160, lines: 50)),
        text: SecretText(policy: .allowUnlocked)), surface: surface)
    model.handle(.window(columns: 160, rows: 50), at: 0)
    model.handle(.began(nil), at: 0)
    _ = frame()
  }

  func handle(_ event: InputEvent, at now: Double) { model.handle(.input(event), at: now) }

  func advance(to now: Double) { model.handle(.time, at: now) }

  /// The bytes of the next frame.
  func frame() -> [UInt8] {
    var encoder = FrameEncoder(palette: Palette(depth: .direct, isLight: false))
    _ = encoder.encode(model.picture(columns: 160, rows: 50).buffer, over: &shown)
    return encoder.bytes
  }
}
