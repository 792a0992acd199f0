import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct FramesJSONTests {
  private static let members = [
    "device", "idiom", "orientation", "metrics", "screen", "safeArea", "keyboard", "panel", "keys",
  ]

  private func frames(_ arguments: String...) throws -> [String: Any] {
    try parsed(Keyward.run(["frames", "--format", "json"] + arguments))
  }

  @Test func everyMemberOfTheContractIsThereAndNoOther() throws {
    let frames = try frames("--device", "iphone-xs")
    #expect(Set(frames.keys) == Set(Self.members))
    #expect(frames["device"] as? String == "iphone-xs")
    #expect(frames["idiom"] as? String == "phone")
    #expect(frames["orientation"] as? String == "portrait")
    #expect(frames["metrics"] as? String == "default")
    #expect(frames.number("screen.width") == 375 && frames.number("screen.height") == 812)
    #expect(
      ["top", "left", "bottom", "right"].map { frames.number("safeArea.\($0)") } == [44, 0, 34, 0])
    #expect(
      ["height", "toolbarHeight", "totalHeight", "keyWidth", "keyHeight"]
        .map { frames.number("keyboard.\($0)") } == [216, 0, 250, 33, 44])
    #expect((frames["panel"] as? [String: Any])?["name"] as? String == "letters")
    #expect(
      ["x", "y", "width", "height"].map { frames.number("panel.\($0)") } == [0, 562, 375, 216])
    let first = try #require(frames.placedKeys.first)
    #expect(first["id"] as? String == "q" && first["label"] as? String == "q")
    #expect(first["role"] as? String == "input")
    #expect(["row", "column"].map { first.number($0) } == [0, 0])
    #expect(["x", "y", "width", "height"].map { first.number($0) } == [4.5, 8, 33, 44])
    #expect(first.count == 9)
  }

  @Test func membersAreInTheOrderOfTheContract() throws {
    let text = try Keyward.run("frames", "--device", "iphone-xs", "--format", "json").outputText
    let places = Self.members.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == Self.members.count && places == places.sorted())
    #expect(text.hasSuffix("}\n"))
  }

  @Test func orientationMetricsAndWidthArePicked() throws {
    let turned = try frames(
      "--device", "iphone-xs", "--orientation", "landscape", "--metrics", "jgs-no-window")
    #expect(turned.number("screen.width") == 812 && turned.number("screen.height") == 375)
    #expect(
      ["height", "totalHeight"].map { turned.number("keyboard.\($0)") } == [166, 187])
    #expect(turned["metrics"] as? String == "jgs-no-window")
    let half = try frames("--device", "iphone-xs", "--panel", "symbols")
    let full = try frames("--device", "iphone-xs", "--panel", "symbols", "--full-width")
    #expect(full.placedKeys.contains { $0["role"] as? String == "width-full" })
    #expect(!half.placedKeys.contains { $0["role"] as? String == "width-full" })
    for panel in ["numbers", "id-card"] {
      let pad = try frames("--device", "iphone-xs", "--panel", panel)
      #expect((pad["panel"] as? [String: Any])?["name"] as? String == panel)
    }
  }

  @Test func symbolPagesArePicked() throws {
    let digits = try frames("--device", "iphone-xs", "--panel", "symbols", "--page", "digits")
    let symbols = try frames("--device", "iphone-xs", "--panel", "symbols", "--page", "symbols")
    #expect(digits.placedKeys.first?["id"] as? String == "1")
    #expect(symbols.placedKeys.first?["id"] as? String == "[")
    #expect(symbols.placedKeys.contains { $0["role"] as? String == "page-digits" })
  }

  @Test func aTitleAddsTheToolbar() throws {
    let frames = try frames("--device", "iphone-xs", "--title", "PIN")
    #expect(frames.number("keyboard.toolbarHeight") == 40)
    #expect(frames.number("keyboard.totalHeight") == 290)
    #expect(frames.number("panel.y") == 562)
  }

  @Test func customScreensAndDerivedInsets() throws {
    let custom = try frames(
      "--screen", "375x812", "--safe-area", "44,0,34,0", "--idiom", "phone", "--orientation",
      "portrait")
    #expect(custom["device"] as? String == "custom")
    #expect(custom.number("keyboard.totalHeight") == 250)
    let turned = try frames("--screen", "812x375", "--orientation", "portrait")
    #expect(turned.number("screen.width") == 375)
    let pad = try frames("--screen", "768x1024", "--idiom", "pad")
    #expect(pad.number("keyboard.height") == 277)
    #expect(pad["idiom"] as? String == "pad")
  }

  @Test func theTerminalWindowIsTheScreenOtherwise() throws {
    let run = try ProgramRun.keyward(
      ["frames", "--format", "json"], on: PseudoTerminal(columns: 45, rows: 40))
    try run.wait()
    let frames = try parsed(run)
    #expect(frames["device"] as? String == "terminal")
    #expect(frames.number("screen.width") == 360 && frames.number("screen.height") == 640)
    #expect(frames["orientation"] as? String == "portrait")
    #expect(frames.number("keyboard.height") == 208)
  }

  @Test func withoutATerminalTheScreenHasTheDefaultSize() throws {
    let standard = try frames()
    #expect(standard.number("screen.width") == 640 && standard.number("screen.height") == 384)
    let run = try Keyward.run(
      "frames", "--format", "json", environment: ["COLUMNS": "100", "LINES": "30"])
    let reported = try parsed(run)
    #expect(reported.number("screen.width") == 800 && reported.number("screen.height") == 480)
  }
}

@Suite(.tags(.program)) struct FramesPictureTests {
  @Test func withoutUTF8TheDrawingIsASCII() throws {
    let run = try Keyward.run("frames", "--device", "iphone-xs", environment: ["LANG": "C"])
    #expect(run.ending == .exited(0))
    let isASCII = run.output.allSatisfy { $0 < 0x80 }
    #expect(isASCII && run.outputText.contains("| q |"))
  }

  @Test func thePictureIsOneSVGDocument() throws {
    let run = try Keyward.run(
      "frames", "--device", "iphone-xs", "--title", "a <b> & \"c\"", "--format", "svg")
    #expect(run.outputText.hasPrefix("<svg ") && run.outputText.hasSuffix("</svg>\n"))
    #expect(run.outputText.contains("width=\"375\" height=\"290\""))
    #expect(run.outputText.contains("a &lt;b&gt; &amp; "))
    let caps = run.outputText.ranges(of: ">q</text>")
    #expect(caps.count == 1)
  }
}
