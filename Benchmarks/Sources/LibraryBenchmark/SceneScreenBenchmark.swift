import KeyboardScenes
import Keyward
import SceneUI
import TerminalUI

/// Interactive scenes from the event to the finished terminal frame: a rotation of `login`, the frames
/// of its animation, and a step of dragging the keyboard of `tour`.
func sceneScreenBenchmark() throws {
  let login = try rehearsal(of: "login", keyboard: "docked")
  let tour = try rehearsal(of: "tour", keyboard: "undocked:200")
  let floating = try rehearsal(of: "tour", keyboard: "floating:240,240,320,160")
  var now = 1.0
  var sent = 0
  /// Press the grip in the middle of the top edge row, once for all steps.
  tour.handle(.press(column: 80, row: 13), at: now)
  floating.handle(.press(column: 50, row: 15), at: now)
  var step = 0
  func drag(_ rehearsal: SceneRehearsal, from start: (column: Int, row: Int)) {
    step += 1
    rehearsal.handle(
      .drag(column: start.column + step % 9, row: start.row + step % 7 - 3), at: now)
    sent += rehearsal.frame().count
  }
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
      Work("tour: one step of a drag, undocked", calls: 20) { drag(tour, from: (80, 16)) },
      Work("tour: one step of a drag, floating", calls: 20) { drag(floating, from: (50, 15)) },
    ]))
  precondition(sent > 0)
}

/// A shipped scene in a terminal of 160 by 50 cells with 24-bit colours.
private func rehearsal(of name: String, keyboard place: String) throws -> SceneRehearsal {
  guard let file = try ShippedScenes.scene(named: name) else {
    preconditionFailure("\(name) is a shipped scene")
  }
  var options = SceneOptions()
  options.keyboard = place
  let rehearsal = SceneRehearsal(
    options, scene: try KeyboardScene(file.onCells(of: Size(width: 8, height: 16))),
    keyboard: try Keyboard(
      KeyboardConfiguration(screen: ScreenDescription(columns: 160, lines: 50)),
      text: SecretText(policy: .allowUnlocked)),
    palette: Palette(depth: .direct, isLight: false))
  rehearsal.enter(columns: 160, rows: 50)
  _ = rehearsal.frame()
  return rehearsal
}
