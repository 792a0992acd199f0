import KeyboardScenes
import KeywardTestSupport
import Testing

/// Faults of scene files, with their places.
@Suite struct SceneFileTests {
  /// The faults of a file as `line:column: sentence`.
  static func faults(_ text: String) -> [String] {
    do throws(LayoutFileErrors) {
      _ = try KeyboardScene(try SceneFile(yaml: Array(text.utf8), name: "s.yaml"))
      return []
    } catch {
      return error.faults.map { "\($0.line ?? 0):\($0.column ?? 0): \($0.sentence)" }
    }
  }

  @Test func everySentenceIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("scene-faults").differences { one in
      Self.faults(one.input).joined(separator: "\n")
    }
    #expect(differences == [])
  }

  @Test func faultsAreShortAndPrintableWhateverTheFileHolds() {
    let name = "un\\t\\u202e" + String(repeating: "x", count: 2000)
    let faults = Self.faults("guide: { \"\(name)\": 1 }")
    #expect(faults.count == 1 && (faults.first?.count ?? 0) < 600)
    #expect(
      faults.first?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" } ?? false)
  }

  @Test func everyFieldCanBeSet() throws {
    let text = """
      scene: all
      size: 400x300
      metrics: { gap: 4, half: 0.5 }
      superviewSpacing: 20
      views:
        a: { intrinsic: 160x-, hugging: { horizontal: 249 }, margins: [1, 2, 3, 4] }
        b: { in: a, baselines: "3,4", alignmentInsets: "0,0,0,0", hidden: false }
        c: { frame: "10, 10, 30, 30", autoresizing: width+left }
        v0: { intrinsic: 10x10 }
        v1: { intrinsic: 10x10 }
      stacks:
        row: { spacing: 5, customSpacing: { v0: 30 }, views: [v0, v1], proportional: exact }
      constraints:
        - "|-[a]-gap-[row]"
        - b.width == half * a.width + gap @ 700.5 as half-wide
        - b.height >= -half
        - a.safeArea.top == view.top - -2
        - row.top == view.top
      """
    let file = try SceneFile(yaml: Array(text.utf8), name: "all.yaml")
    let scene = try SceneTests.lay(file, size: file.size)
    #expect(scene.frames["a"] == "20,2,160,0")
    #expect(scene.frames["b"] == "0,0,84,0")
    #expect(scene.frames["row"] == "184,0,50,10")
    #expect(scene.frames["v1"] == "40,0,10,10")
    #expect(scene.frames["c"] == "10,10,30,30")
  }

  @Test func placementsAreChecked() {
    let environment = KeyboardEnvironment(
      orientation: .portrait, screen: Size(width: 375, height: 812), bottomInset: 34, height: 250)
    for text in [
      "", "up", "hidden:1", "docked:x", "docked:-1", "docked:1,2", "undocked", "undocked:",
      "floating:1,2,3", "floating:1,2,-3,4", "shortcuts:left", "shortcuts:expanded", "split:1,-2",
    ] {
      #expect(throws: KeyboardPlacement.Fault.self) {
        try KeyboardPlacement(text, in: environment)
      }
    }
  }
}
