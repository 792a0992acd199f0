import ConstraintLayout
import Keyward
import Testing

@testable import Studio

/// Damaged scene files: each is refused with a few printable sentences, or it is a scene that can be
/// laid out around any keyboard.
@Suite struct RandomSceneTests {
  /// A repeatable source of random numbers.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let pieces = [
    "{", "}", "[", "]", ":", ",", "-", "|", ">", "\"", "'", "&a ", "*a", "!!str ", "? ", "---\n",
    "<<: ", "\n", "  ", "\t", "\r", "1e9", "-1e9", "2e9", "nan", "0", "view", "keyboard",
    "safeArea",
    "field", "@ 1000", "@ 1", " == ", ".width", ".top", "* -3 ", "true", "\u{0}", "\u{1b}",
    "\u{85}",
    "語", "\u{202e}", "\u{feff}", "wrap: true, label: a, ", "in: box, ", "hidden: true, ",
  ]

  private static func damaged(_ text: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let start = Int.random(in: 0...text.count, using: &numbers)
      let end = min(text.count, start + Int.random(in: 0...6, using: &numbers))
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: text.removeSubrange(start..<end)
      case 1: text.insert(contentsOf: text[start..<end], at: end)
      case 2: text.insert(.random(in: 0...255, using: &numbers), at: start)
      default:
        let piece = pieces.randomElement(using: &numbers) ?? ""
        text.replaceSubrange(start..<end, with: Array(piece.utf8))
      }
    }
    return text
  }

  @Test("A damaged file is refused in printable words, or laid out around any keyboard")
  func damagedFiles() throws {
    var numbers = Numbers(state: 55)
    var (accepted, refused) = (0, 0)
    for round in 0..<1_200 {
      let name = StudioScenes.names[round % StudioScenes.names.count]
      let bytes = Self.damaged(try #require(StudioScenes.file(name)), &numbers)
      do throws(SceneFileErrors) {
        let file = try SceneFile(yaml: bytes, name: "my.yaml")
        check(try KeyboardScene(file, safeArea: RectInsets(top: 24, bottom: 20)), "round \(round)")
        accepted += 1
      } catch {
        #expect((1...20).contains(error.faults.count), "round \(round)")
        for scalar in error.description.unicodeScalars where scalar != "\n" {
          #expect(scalar.forbiddenKind == nil, "round \(round)")
        }
        refused += 1
      }
    }
    // Both happen often, or the damage tests nothing.
    #expect(min(accepted, refused) > 100)
  }

  private func check(_ scene: KeyboardScene, _ round: String) {
    let size = scene.screen
    let window = Rect(origin: .zero, size: size)
    let environment = KeyboardEnvironment(
      orientation: Orientation(of: size), screen: size, bottomInset: 20, height: 250)
    for place in [
      "docked:250", "undocked:100", "floating:10,10,120,90", "floating:9000,0,10,10", "split:60",
      "shortcuts:trailing", "hidden",
    ] {
      do {
        try scene.place(
          KeyboardPlacement(place, in: environment), window: window, screen: size)
      } catch {
        Issue.record("\(round): \(place): \(error)")
      }
      check(scene.report(fitting: .zero), in: window, round)
    }
    #expect(ScenePicture(scene).svg.hasSuffix("</svg>\n"), "\(round)")
  }

  private func check(_ report: SceneReport, in window: Rect, _ round: String) {
    for (name, frame) in report.frames {
      #expect(isFinite(frame), "\(round): \(name)")
      #expect(frame.width > -1e-3 && frame.height > -1e-3, "\(round): \(name)")
    }
    let guide = report.keyboard
    #expect(isFinite(guide) && window.inset(by: -1e-3).contains(guide), "\(round)")
    #expect(!report.near.isSuperset(of: [.top, .bottom]), "\(round)")
    #expect(!report.near.isSuperset(of: [.leading, .trailing]), "\(round)")
    #expect(report.residuals.allSatisfy { $0.violation.isFinite }, "\(round)")
  }

  private func isFinite(_ frame: Rect) -> Bool {
    [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite)
  }
}
