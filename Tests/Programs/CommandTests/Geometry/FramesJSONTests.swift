import KeywardTestSupport
import Testing

/// `keyward frames --format json`: the keys of the contract and the goldens of the iPhone XS.
@Suite struct FramesJSONTests {
  private func frames(_ arguments: String...) throws -> [String: Any] {
    let run = try ProgramRun.finished(
      BuiltProgram.keyward(), ["frames", "--format", "json"] + arguments)
    return try parsed(run)
  }

  private func row(_ number: Int, of frames: [String: Any]) -> [(Double, Double)] {
    frames.placedKeys.filter { $0.number("row") == Double(number) }
      .map { ($0.number("x") ?? .nan, $0.number("width") ?? .nan) }
  }

  private func keys(
    _ count: Int, from x: Double, width: Double, pitch: Double
  ) -> [(Double, Double)] {
    (0..<count).map { (x + pitch * Double($0), width) }
  }

  private func expect(
    _ found: [(Double, Double)], _ wanted: [(Double, Double)],
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == wanted.count, sourceLocation: location)
    for (found, wanted) in zip(found, wanted) {
      #expect(
        abs(found.0 - wanted.0) < 0.001 && abs(found.1 - wanted.1) < 0.001,
        "\(found) is not \(wanted)", sourceLocation: location)
    }
  }

  @Test func everyMemberOfTheContractIsThereAndNoOther() throws {
    let frames = try frames("--device", "iphone-xs")
    #expect(
      Set(frames.keys) == [
        "device", "idiom", "orientation", "metrics", "screen", "safeArea", "keyboard", "panel",
        "keys",
      ])
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

  @Test func membersStandInTheOrderOfTheContract() throws {
    let text = try Keyward.run("frames", "--device", "iphone-xs", "--format", "json").outputText
    let names = [
      "device", "idiom", "orientation", "metrics", "screen", "safeArea", "keyboard", "panel",
      "keys",
    ]
    let places = names.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == names.count && places == places.sorted())
    #expect(text.hasSuffix("}\n"))
  }

  @Test func lettersPortrait() throws {
    let frames = try frames("--device", "iphone-xs")
    expect(row(0, of: frames), keys(10, from: 4.5, width: 33, pitch: 37))
    expect(row(1, of: frames), keys(9, from: 23, width: 33, pitch: 37))
    expect(
      row(2, of: frames), [(4.5, 52)] + keys(7, from: 60, width: 33, pitch: 37) + [(318.5, 52)])
    expect(row(3, of: frames), [(4.5, 70), (78.5, 218), (300.5, 70)])
    #expect(
      frames.placedKeys.filter { $0.number("row") == 3 }.map { $0["role"] as? String }
        == ["panel-symbols", "space", "return"])
  }

  @Test func lettersLandscape() throws {
    let frames = try frames("--device", "iphone-xs", "--orientation", "landscape")
    #expect(frames.number("screen.width") == 812 && frames.number("screen.height") == 375)
    #expect(
      ["height", "totalHeight", "keyWidth", "keyHeight"].map { frames.number("keyboard.\($0)") }
        == [150, 171, 64, 30])
    #expect(
      ["x", "y", "width", "height"].map { frames.number("panel.\($0)") } == [44, 204, 724, 150])
    expect(row(0, of: frames), keys(10, from: 11, width: 63, pitch: 71))
    expect(
      row(2, of: frames),
      [(11, 99)] + keys(7, from: 117.5, width: 63, pitch: 71) + [(614, 99)])
    expect(row(3, of: frames), [(11, 134), (153, 418), (579, 134)])
  }

  @Test func symbolsWithAndWithoutFullWidth() throws {
    let half = try frames("--device", "iphone-xs", "--panel", "symbols")
    expect(
      row(2, of: half),
      [(4.5, 53)] + keys(5, from: 61.5, width: 45.945, pitch: 51.514) + [(317.5, 53)])
    expect(row(3, of: half), [(4.5, 70), (78.5, 218), (300.5, 70)])
    let full = try frames("--device", "iphone-xs", "--panel", "symbols", "--full-width")
    expect(row(3, of: full), [(4.5, 45), (53.5, 45), (102.5, 170), (276.5, 94)])
    #expect(full.placedKeys.contains { $0["role"] as? String == "width-full" })
    #expect(!half.placedKeys.contains { $0["role"] as? String == "width-full" })
  }

  @Test func symbolPagesArePicked() throws {
    let digits = try frames("--device", "iphone-xs", "--panel", "symbols", "--page", "digits")
    let symbols = try frames("--device", "iphone-xs", "--panel", "symbols", "--page", "symbols")
    #expect(digits.placedKeys.first?["id"] as? String == "1")
    #expect(symbols.placedKeys.first?["id"] as? String == "[")
    #expect(symbols.placedKeys.contains { $0["role"] as? String == "page-digits" })
  }

  @Test func padsPortraitAndLandscape() throws {
    for panel in ["numbers", "id-card"] {
      let portrait = try frames("--device", "iphone-xs", "--panel", panel)
      expect(row(0, of: portrait), [(7.1, 116), (129.5, 116), (251.9, 116)])
      #expect((portrait["panel"] as? [String: Any])?["name"] as? String == panel)
      let landscape = try frames(
        "--device", "iphone-xs", "--panel", panel, "--orientation", "landscape")
      expect(row(0, of: landscape), [(13.2, 224), (250, 224), (486.8, 224)])
    }
  }

  @Test func aTitleAddsTheToolbar() throws {
    let frames = try frames("--device", "iphone-xs", "--title", "PIN")
    #expect(frames.number("keyboard.toolbarHeight") == 40)
    #expect(frames.number("keyboard.totalHeight") == 290)
    #expect(frames.number("panel.y") == 562)
  }

  @Test(arguments: [
    ("jgs", 150.0), ("jgs-landscape-first", 146), ("jgs-no-window", 166), ("default", 150),
    ("apple", 150),
  ])
  func profilesGiveTheirHeights(profile: String, height: Double) throws {
    let frames = try frames(
      "--device", "iphone-xs", "--orientation", "landscape", "--metrics", profile)
    #expect(frames.number("keyboard.height") == height)
    #expect(frames["metrics"] as? String == profile)
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
    let options = ProgramOptions(["frames", "--format", "json"], streams: (.null, .pipe, .pipe))
    let run = try ProgramRun(
      BuiltProgram.keyward(), options, on: PseudoTerminal(columns: 45, rows: 40))
    try run.wait()
    let frames = try parsed(run)
    #expect(frames["device"] as? String == "terminal")
    #expect(frames.number("screen.width") == 360 && frames.number("screen.height") == 640)
    #expect(frames["orientation"] as? String == "portrait")
    #expect(frames.number("keyboard.height") == 208)
  }

  @Test func withoutATerminalItsUsualSizeIsTheScreen() throws {
    let usual = try frames()
    #expect(usual.number("screen.width") == 640 && usual.number("screen.height") == 384)
    let run = try Keyward.run(
      "frames", "--format", "json", environment: ["COLUMNS": "100", "LINES": "30"])
    let told = try parsed(run)
    #expect(told.number("screen.width") == 800 && told.number("screen.height") == 480)
  }
}

@Suite struct FramesPictureTests {
  @Test func theDrawingHasTheTilesOfTheKeys() throws {
    let run = try Keyward.run("frames", "--device", "iphone-xs")
    #expect(run.ending == .exited(0))
    let lines = run.outputText.split(separator: "\n", omittingEmptySubsequences: false)
    // 216 points are 14 lines: four rows of three, and one line above and below.
    #expect(lines[0].isEmpty && lines[1...12].allSatisfy { !$0.isEmpty } && lines[13].isEmpty)
    #expect(lines[1].hasPrefix("   ╭───┬───┬") && lines[2].hasPrefix("   │ q │ w │"))
  }

  @Test func withoutUTF8TheDrawingIsASCII() throws {
    let run = try Keyward.run(
      "frames", "--device", "iphone-xs", environment: ["LANG": "C"])
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

  @Test func aPanelTooSmallToDrawIsSaid() throws {
    let run = try Keyward.run("frames", "--screen", "120x200")
    #expect(run.ending == .exited(1))
    #expect(run.errorText.contains("--format json") && run.output.isEmpty)
  }
}
