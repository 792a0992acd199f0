import KeyboardScenes
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

  @Test(arguments: [
    ("views: { a: {} }\nconstraints:\n  - a.widht == 5", "3:7", "did you mean “width”"),
    ("views: { a: {} }\nconstraints:\n  - b.width == 5", "3:5", "There is no item “b”"),
    ("views: { a: {} }\nconstraints:\n  - \"H:|[b]|\"", "3:11", "Unable to find view with name b"),
    ("views: { a: {} }\nconstraints: [ \"|[a]-[\" ]", "2:23", "Expected the name of a view"),
    ("views: { a: {} }\nconstraints: [ \"|[a]| alignAllTpo\" ]", "2:23", "is not an option"),
    ("views: { a: {} }\nconstraints: [ \"[ a]\" ]", "2:18", "Expected the name of a view"),
    ("views: { a: {} }\nconstraints: [ \"[a(- 5)]\" ]", "2:21", "Expected a digit"),
    ("views: { a: {} }\nconstraints: [ \"|[view]|\" ]", "2:24", "doesn't have a superview"),
    (
      "views: { a: {} }\nconstraints: [ a.left == 5 ]", "2:16",
      "sets a position equal to a constant"
    ),
    ("views: { a: {} }\nconstraints: [ a.width = 5 ]", "2:24", "Expected ==, <= or >="),
    ("views: { a: {} }\nconstraints: [ a.width == 5 @ 1001 ]", "2:31", "A priority is greater"),
    ("views: { a: {} }\nconstraints: [ a.width == 5 as KWx ]", "2:16", "reserved"),
    ("views: { a: { in: b }, b: { in: a } }", "1:33", "would contain itself"),
    ("views: { a: { in: c } }", "1:19", "There is no view “c”"),
    ("views: { a: { frame: 1,2,3,4 } }", "1:22", "an unquoted comma ends a value"),
    ("views: { a: { frame: 10,10,30,30 } }", "1:22", "an unquoted comma ends a value"),
    ("metrics: { g: 1e308 }", "1:15", "between -1e9 and 1e9"),
    ("views: { a: {} }\nconstraints: [ a.width == 2e9 * view.width ]", "2:27", "between -1e9"),
    ("views: { a: {} }\nconstraints: [ \"[a(1e300)]\" ]", "2:17", "between -1e9 and 1e9"),
    ("views: { a: { frame: [0, 0, 1e10, 1] } }", "1:22", "between -1e9 and 1e9"),
    ("size: 1e10x5", "1:7", "between -1e9 and 1e9"),
    ("views: { a: { intrinsc: 5x5 } }", "1:15", "did you mean “intrinsic”"),
    ("views: { a: {}, b: { in: a, frame: [0,0,1,1] } }", "1:17", "give it one too"),
    ("views: { a: { wrap: true } }", "1:10", "give it one"),
    ("views: { a: { label: x, wrap: some } }", "1:31", "true or false"),
    ("stacks: { s: { label: x, wrap: true } }", "1:11", "at a view in it"),
    ("views: { a: { hugging: 0 } }", "1:24", "A priority is greater"),
    ("views: { view: {} }", "1:10", "is there already"),
    ("stacks: { s: { axis: diagonal } }", "1:22", "horizontal, vertical"),
    ("stacks: { s: { views: [a] } }", "1:24", "There is no view “a”"),
    ("tracking: { near: [] }", "1:13", "Write near or away"),
    ("tracking: { near side: [] }", "1:13", "is not an edge"),
    ("- a", "1:1", "A scene file is a mapping"),
    ("frams: {}", "1:1", "is not a field here"),
    ("size: 5", "1:7", "such as 320x480"),
    ("views: { a: {} }\nconstraints: [ [a] ]", "2:16", "quotation marks"),
  ])
  func faultsHavePlaces(_ text: String, _ place: String, _ words: String) {
    let faults = SceneFileTests.faults(text)
    #expect(faults.count == 1, "\(faults)")
    #expect(faults.first?.hasPrefix(place + ": ") ?? false, "\(faults)")
    #expect(faults.first?.contains(words) ?? false, "\(faults)")
  }

  @Test func faultsAreShortAndPrintableWhateverTheFileHolds() {
    let name = "un\\t\\u202e" + String(repeating: "x", count: 2000)
    let faults = SceneFileTests.faults("guide: { \"\(name)\": 1 }")
    #expect(faults.count == 1 && (faults.first?.count ?? 0) < 600)
    #expect(
      faults.first?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" } ?? false)
  }

  @Test func everythingCanBeSaid() throws {
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
