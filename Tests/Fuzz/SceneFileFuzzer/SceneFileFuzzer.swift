import KeyboardScenes
import Keyward
import LibFuzzer

/// Gives the scene loader any file.
///
/// A file is refused with a few printable sentences, or it is a scene that can be laid out around any
/// keyboard: every frame is finite and no size negative, the guide stays in the window, and labels are
/// wrapped in widths that views can have.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(LayoutFileErrors) {
    let file = try SceneFile(yaml: input, name: "my.yaml")
    let scene = try KeyboardScene(
      file, safeArea: RectInsets(top: 24, bottom: 20), labels: makeLabels())
    check(scene)
  } catch {
    precondition((1...20).contains(error.faults.count), "no fault, or too many")
    for fault in error.faults {
      for scalar in fault.description.unicodeScalars {
        precondition(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control")
      }
    }
  }
  return 0
}

/// Labels of one width a character, which are asked for in widths that a view can have.
private func makeLabels() -> LabelMeasure {
  LabelMeasure(
    width: { 8 * Double($0.count) },
    height: { label, width in
      precondition(width >= 0 && width.isFinite, "a width that no view has")
      return 16 * (8 * Double(label.count) / max(width, 8)).rounded(.up)
    })
}

/// The places of the keyboard, one after the other.
private let places = [
  "docked:250", "undocked:100", "floating:10,10,120,90", "floating:9000,0,10,10", "split:60",
  "shortcuts:trailing", "hidden",
]

private func check(_ scene: KeyboardScene) {
  let size = scene.engine.rootSize
  let window = Rect(origin: .zero, size: size)
  let environment = KeyboardEnvironment(
    orientation: Orientation(of: size), screen: size, bottomInset: 20, height: 250)
  for place in places {
    guard let placement = try? KeyboardPlacement(place, in: environment),
      (try? scene.place(placement, window: window, screen: size)) != nil
    else { preconditionFailure("a keyboard that cannot be placed") }
    check(scene.report(fitting: .zero), in: window)
  }
  precondition(ScenePicture(scene).svg.hasSuffix("</svg>\n"), "a picture without end")
}

private func check(_ report: SceneReport, in window: Rect) {
  for (name, frame) in report.frames {
    precondition(frame.isFinite, "a frame that is no rectangle: \(name)")
    precondition(frame.width > -1e-3 && frame.height > -1e-3, "a negative size: \(name)")
  }
  let guide = report.keyboard
  precondition(guide.isFinite && window.inset(by: -1e-3).contains(guide), "a guide outside")
  precondition(
    !report.near.isSuperset(of: [.top, .bottom])
      && !report.near.isSuperset(of: [.leading, .trailing]), "opposite edges that are near")
  precondition(report.residuals.allSatisfy { $0.violation.isFinite }, "an endless violation")
}

@main struct SceneFileFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
