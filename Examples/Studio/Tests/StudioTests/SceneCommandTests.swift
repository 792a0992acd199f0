import Foundation
import Testing

@Suite struct SceneCommandTests {
  @Test("Every member of the contract is there and no other")
  func everyMemberContract() throws {
    let run = try StudioRun.run("chat", "--format", "json", "--keyboard", "docked:250")
    #expect(run.status == 0)
    let scene = try run.parsed()
    #expect(
      Set(scene.keys) == [
        "frames", "guides", "near", "active", "ambiguous", "residuals", "conflicts",
      ])
    let sides = ["x", "y", "width", "height"]
    #expect(sides.map { number(scene, "frames.bar.\($0)") } == [0, 188, 320, 42])
    #expect(sides.map { number(scene, "guides.keyboard.\($0)") } == [0, 230, 320, 250])
    #expect(sides.map { number(scene, "guides.safeArea.\($0)") } == [0, 0, 320, 480])
    #expect(scene["near"] as? [String] == ["bottom"])
    let names = try #require(run.outputText.split(separator: "\n").first { $0.contains("frames") })
    let order = ["\"bar\"", "\"field\"", "\"send\"", "\"messages\""].map { names.range(of: $0) }
    #expect(order.allSatisfy { $0 != nil })
  }

  @Test("Screens devices and fitting sizes")
  func screensDevicesFitting() throws {
    let screen = try parsed(
      StudioRun.run(
        "edge-toolbar", "--format", "json", "--screen", "812x375", "--safe-area",
        "0,44,21,44"))
    #expect(number(screen, "frames.button.x") == 636 && number(screen, "frames.bar.y") == 294)
    let device = try parsed(
      StudioRun.run("login", "--format", "json", "--device", "iphone-xs"))
    #expect(number(device, "frames.box.y") == 752 && number(device, "frames.box.x") == 80.5)
    let fitting = try parsed(StudioRun.run("links", "--format", "json", "--fitting", "0x0"))
    #expect(number(fitting, "fitting.width") == 214 && number(fitting, "fitting.height") == 16)
    let mirrored = try parsed(
      StudioRun.run("chat", "--format", "json", "--direction", "rtl"))
    #expect(number(mirrored, "frames.field.x") == 62 && number(mirrored, "frames.send.x") == 8)
  }

  @Test(
    "The docked keyboard is that of the device",
    arguments: [
      ("ipad-air-2", "portrait", 277.0), ("ipad-air-2", "landscape", 360),
      ("ipad-pro-12-9", "portrait", 393), ("iphone-xs", "landscape", 171),
    ])
  func dockedKeyboardDevice(
    device: String, orientation: String, height: Double
  ) throws {
    let scene = try parsed(
      StudioRun.run(
        "tour", "--format", "json", "--device", device, "--orientation", orientation,
        "--keyboard", "docked"))
    #expect(number(scene, "guides.keyboard.height") == height)
  }

  @Test("Conflicts are reported and laid out all the same")
  func conflictsReportedLaid() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      scene: clash
      views: { bar: {} }
      constraints:
        - bar.width == 0.25 * view.width
        - bar.width >= 400 as wide
      """, to: "clash.yaml")
    let run = try StudioRun.run(path, "--format", "json")
    #expect(run.status == 0)
    let scene = try run.parsed()
    #expect(number(scene, "frames.bar.width") == 80)
    let conflict = try #require((scene["conflicts"] as? [[String: Any]])?.first)
    #expect(
      conflict["constraints"] as? [String] == [
        "KW-root-width", "bar.width == 0.25*view.width", "wide",
      ])
    #expect(conflict["broken"] as? String == "wide")
    #expect(
      run.errorText == """
        Unable to simultaneously satisfy constraints.
        \tOne of the constraints below is probably unintended: find the code or the scene line that created it, and change it.
        (
            "<LayoutConstraint:0x1 'KW-root-width' view:0x1.width == 320   (active)>",
            "<LayoutConstraint:0x3 bar:0x2.width == 0.25*view:0x1.width   (active)>",
            "<LayoutConstraint:0x4 'wide' bar:0x2.width >= 400   (active)>"
        )

        Will attempt to recover by breaking constraint
        <LayoutConstraint:0x4 'wide' bar:0x2.width >= 400   (active)>

        """)
  }

  @Test("A keyboard outside the window is reported")
  func keyboardOutsideWindow() throws {
    let run = try StudioRun.run(
      "tour", "--format", "json", "--keyboard", "floating:5000,300,320,254")
    #expect(run.status == 0)
    #expect(try run.parsed()["near"] as? [String] == ["bottom"])
    #expect(run.errorText.hasPrefix("The floating keyboard at 5000, 300, 320 x 254 is outside"))
    let split = try StudioRun.run(
      "tour", "--format", "json", "--window", "0,0,320,768", "--keyboard",
      "floating:400,300,320,254")
    #expect(split.errorText.contains("the window at 0, 0, 320 x 768"))
  }

  @Test("Wrong files name line and column")
  func wrongFilesName() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "scene: s\nviews: { bar: {} }\nconstraints:\n  - \"H:|[bar]-\"\n", to: "s.yaml")
    let run = try StudioRun.run(path, "--format", "json")
    #expect(run.status == 1)
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.hasPrefix("keyward-studio: error: \(path):4:15: "))
    #expect(try StudioRun.run(folder.path + "/none.yaml").status == 1)
  }

  @Test("Wrong arguments end with status 64")
  func wrongArguments() throws {
    for arguments in [
      [], ["tuor"], ["tour", "--format", "xml"], ["tour", "--fitting", "0x0"], ["tour", "chat"],
      ["tour", "--format", "json", "--fitting=-5x10"], ["tour", "--direction", "LTR"],
      ["tour", "--format", "text", "--keyboard", "sideways"], ["tour", "--keyboard", "nowhere"],
      ["tour", "--keyboard", "floating:nan,0,320,254"], ["tour", "--device", "iphone-xz"],
      ["tour", "--orientation", "landscape"], ["tour", "--device", "iphone-xs", "--screen", "1x1"],
      ["tour", "--plane"], ["tour", "--window"], ["tour", "--safe-area", "0,0,-1,0"],
    ] {
      let run = try StudioRun.run(arguments)
      #expect(run.status == 64, "\(arguments)")
      #expect(run.outputText.isEmpty && run.errorText.hasPrefix("keyward-studio: error: "))
    }
    let help = try StudioRun.run("--help")
    #expect(help.status == 0 && help.outputText.contains("do not type a real password"))
  }

  @Test("Without a terminal only text is printed")
  func withoutTerminal() throws {
    let run = try StudioRun.run(["tour"], variables: ["TERM": "xterm"])
    #expect(run.status == 1 && run.outputText.isEmpty)
    #expect(run.errorText.contains("There is no terminal"))
    for (arguments, terminal) in [(["tour"], "dumb"), (["tour", "--plain"], "xterm")] {
      let plain = try StudioRun.run(arguments, variables: ["TERM": terminal])
      let wanted = try StudioRun.run(
        "tour", "--format", "text", "--screen", "640x384", "--keyboard", "docked")
      #expect(plain.status == 0 && plain.outputText == "kind: docked\n" + wanted.outputText)
    }
  }

  @Test("A picture is SVG")
  func picture() throws {
    let run = try StudioRun.run("tour", "--format", "svg", "--keyboard", "docked:398")
    #expect(run.outputText.hasPrefix("<svg ") && run.outputText.hasSuffix("</svg>\n"))
    #expect(run.outputText.contains("docked keyboard, near bottom"))
  }

  private func number(_ object: [String: Any], _ path: String) -> Double? {
    let value = path.split(separator: ".").reduce(object as Any?) { value, name in
      (value as? [String: Any])?[String(name)]
    }
    return (value as? NSNumber)?.doubleValue
  }

  private func parsed(_ run: StudioRun) throws -> [String: Any] { try run.parsed() }
}
