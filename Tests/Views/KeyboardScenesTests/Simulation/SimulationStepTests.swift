import KeyboardScenes
import Testing

@Suite struct SimulationStepTests {
  @Test(arguments: [
    ("show", SimulationStep.show), ("hide", .hide), ("rotate:landscape", .rotate(.landscape)),
    ("height:300", .height(300)), ("height:0", .height(0)), ("height:300.5", .height(300.5)),
    ("panel:id-card", .panel(.idCard)), ("split", .split), ("undock:250", .undock(top: 250)),
    ("float:300,-10.5,320,254", .float(Rect(x: 300, y: -10.5, width: 320, height: 254))),
    ("dock", .dock), ("shortcuts-bar", .shortcutsBar(.expanded)),
    ("shortcuts-bar:leading", .shortcutsBar(.leading)),
    ("shortcuts-bar:trailing", .shortcutsBar(.trailing)), ("hardware", .hardware),
    ("background", .background), ("foreground", .foreground),
    ("resize:320x480", .resize(Size(width: 320, height: 480))),
    ("near-threshold:44", .nearThreshold(44)), ("press:a", .press(key: "a")),
    ("press:a@altgr", .press(key: "a", level: .altgr)),
    ("press:@@altgr-shift", .press(key: "@", level: .altgrShift)),
    ("press:@shift", .press(key: "@shift")), ("press:a@b", .press(key: "a@b")),
    ("press::", .press(key: ":")), ("press:panel-symbols", .press(key: "panel-symbols")),
    ("long-press:delete:0.74", .longPress(key: "delete", seconds: 0.74)),
    ("long-press:::1", .longPress(key: ":", seconds: 1)),
    ("double-tap:shift", .doubleTap(key: "shift")), ("press:\u{64E}", .press(key: "\u{64E}")),
    ("long-press:\u{64E}:0.5", .longPress(key: "\u{64E}", seconds: 0.5)),
    ("double-tap:\u{301}", .doubleTap(key: "\u{301}")),
    ("resize:320X480", .resize(Size(width: 320, height: 480))),
  ])
  func readsEveryStep(text: String, step: SimulationStep) throws {
    #expect(try SimulationStep(text) == step)
  }

  @Test(arguments: [
    ("rotate", "rotate:portrait|landscape"), ("rotate:up", "rotate:portrait|landscape"),
    ("show:1", "show"), ("height:", "height:N"), ("height:-1", "height:N"),
    ("height:1e5", "height:N"), ("height:nan", "height:N"), ("panel:keys", "panel:NAME"),
    ("float:1,2,3", "float:X,Y,W,H"), ("float:1,2,0,4", "float:X,Y,W,H"),
    ("float:1,2,3,4,5", "float:X,Y,W,H"), ("undock", "undock:Y"), ("undock:.", "undock:Y"),
    ("resize:320", "resize:WxH"), ("resize:0x10", "resize:WxH"),
    ("resize:320x", "resize:WxH"), ("shortcuts-bar:", "shortcuts-bar[:leading|trailing]"),
    ("shortcuts-bar:expanded", "shortcuts-bar[:leading|trailing]"), ("press:", "press:KEY"),
    ("long-press:a", "long-press:KEY:SECONDS"), ("long-press:a:x", "long-press:KEY:SECONDS"),
    ("long-press:a:-1", "long-press:KEY:SECONDS"),
    ("long-press:a:99999", "long-press:KEY:SECONDS"), ("long-press::1", "long-press:KEY:SECONDS"),
  ])
  func showsTheRightForm(text: String, form: String) {
    #expect(throws: SimulationError.malformed(text, form: form)) { try SimulationStep(text) }
  }

  @Test(arguments: ["", ":", "shows", "Show", "press ", "rotate=landscape"])
  func unknownSteps(text: String) {
    #expect(throws: SimulationError.unknownStep(text)) { try SimulationStep(text) }
  }

  @Test func errorsAreSentences() {
    #expect(
      SimulationError.malformed("float:1", form: "float:X,Y,W,H").description
        == "The step “float:1” cannot be read. Write it as float:X,Y,W,H, four numbers of points, "
        + "W and H above 0.")
    #expect(
      SimulationError.malformed("show:1", form: "show").description
        == "The step “show:1” cannot be read. Write it as show.")
    #expect(
      SimulationError.malformed("panel:a", form: "panel:NAME").description.hasSuffix(
        "panel:NAME, NAME being letters, numbers, id-card, symbols."))
    #expect(
      SimulationError.unknownKey("A", panel: .numbers, known: ["1", "delete"]).description
        == "Panel “numbers” shows no key “A”. Switch the panel first, or give one of: 1 delete")
    #expect(SimulationError.unknownStep("x").description.contains("long-press:KEY:SECONDS"))
  }
}
