import Foundation
import Keyward
import Testing

@testable import Studio

/// Faults of scene files, with their places.
@Suite struct SceneFileTests {
  /// The faults of a file as `line:column: sentence`.
  static func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }

  private static func faults(_ bytes: [UInt8]) -> [String] {
    do throws(SceneFileErrors) {
      _ = try KeyboardScene(try SceneFile(yaml: bytes, name: "s.yaml"))
      return []
    } catch {
      return error.faults.map { "\($0.mark?.line ?? 0):\($0.mark?.column ?? 0): \($0.sentence)" }
    }
  }

  @Test("Every fault is as in the golden file")
  func everySentenceIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("scene-faults").differences { _, input in
      Self.faults(input).joined(separator: "\n")
    }
    #expect(differences == [])
  }

  @Test("Faults are short and printable whatever the file holds")
  func faultsAreShortAndPrintableWhateverTheFileHolds() {
    let name = "un\\t\\u202e" + String(repeating: "x", count: 2000)
    let faults = Self.faults("guide: { \"\(name)\": 1 }")
    #expect(faults.count == 1 && (faults.first?.count ?? 0) < 600)
    #expect(
      faults.first?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202e}" } ?? false)
  }

  @Test("Files that are no text are refused at their first invalid character")
  func invalidText() {
    #expect(
      Self.faults(Array("scene: a\nsize: ".utf8) + [0xE4, 0x0A])
        == ["2:7: These bytes are not valid UTF-8. Save the file as UTF-8."])
    #expect(
      Self.faults("scene: \"é\u{1b}\"")
        == ["1:10: This file contains the control character U+001B. Remove it."])
    #expect(
      Self.faults("scene: \"\u{2028}\"")
        == ["1:9: This file contains the line separator U+2028. Remove it."])
    // Some editors write a byte order mark, which no column counts.
    #expect(Self.faults("\u{feff}fram: {}").map { $0.prefix(4) } == ["1:1:"])
  }

  @Test(
    "Deep nesting is refused",
    arguments: ["[", "{a: ", "- ", "? ", "[{a: ["], [13, 900, 5_000])
  func deepNesting(opening: String, depth: Int) {
    let faults = Self.faults("views: " + String(repeating: opening, count: depth))
    let open = ["- ", "? "].contains(opening) ? "\n" : ""
    let more = Self.faults(open + String(repeating: opening, count: depth) + "a")
    for fault in faults + more {
      #expect(
        fault.hasSuffix("This file is nested deeper than 12 levels.")
          || fault.contains("This is not valid YAML"))
    }
    #expect(faults.count == 1 && more.count == 1)
  }

  @Test("Files that are too large, and those that are no files, are refused")
  func unreadableFiles() throws {
    let folder = try TemporaryFolder()
    let large = try folder.write("#" + String(repeating: "x", count: 256 * 1024), to: "l.yaml")
    let full = try folder.write(
      "scene: a\n#" + String(repeating: "x", count: 256 * 1024 - 10), to: "f.yaml")
    for (path, fault) in [
      (large, "This file is larger than 256 KiB. Divide it into several files."),
      (folder.path, "This is not a regular file. Give the path of a YAML file."),
      ("/dev/null", "This is not a regular file. Give the path of a YAML file."),
      (folder.path + "/no", "This file cannot be read: no such file or directory. Check its path."),
    ] {
      do throws(SceneFileErrors) {
        _ = try SceneFile(path: path)
        Issue.record("\(path) is read")
      } catch {
        #expect(error.description == "\(path): \(fault)")
      }
    }
    #expect(try SceneFile(path: full).name == "a")
  }

  @Test("Every field can be set")
  func everyFieldCanBeSet() throws {
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

  @Test("Malformed placements are refused")
  func placementsAreChecked() {
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
