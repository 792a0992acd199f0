import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct SceneCommandTests {
  @Test func everyMemberOfTheContractIsThereAndNoOther() throws {
    let run = try Keyward.run("scene", "chat", "--format", "json", "--keyboard", "docked:250")
    #expect(run.ending == .exited(0))
    let scene = try parsed(run)
    #expect(
      Set(scene.keys) == [
        "frames", "guides", "near", "active", "ambiguous", "residuals", "conflicts",
      ])
    let sides = ["x", "y", "width", "height"]
    #expect(sides.map { scene.number("frames.bar.\($0)") } == [0, 188, 320, 42])
    #expect(sides.map { scene.number("guides.keyboard.\($0)") } == [0, 230, 320, 250])
    #expect(sides.map { scene.number("guides.safeArea.\($0)") } == [0, 0, 320, 480])
    #expect(scene["near"] as? [String] == ["bottom"])
    let names = try #require(run.outputText.split(separator: "\n").first { $0.contains("frames") })
    let order = ["\"bar\"", "\"field\"", "\"send\"", "\"messages\""].map { names.range(of: $0) }
    #expect(order.allSatisfy { $0 != nil })
  }

  @Test func screensDevicesAndFittingSizes() throws {
    let screen = try parsed(
      Keyward.run(
        "scene", "edge-toolbar", "--format", "json", "--screen", "812x375", "--safe-area",
        "0,44,21,44"))
    #expect(screen.number("frames.button.x") == 636 && screen.number("frames.bar.y") == 294)
    let device = try parsed(
      Keyward.run("scene", "login", "--format", "json", "--device", "iphone-xs"))
    #expect(device.number("frames.box.y") == 752 && device.number("frames.box.x") == 80.5)
    let fitting = try parsed(Keyward.run("scene", "links", "--format", "json", "--fitting", "0x0"))
    #expect(fitting.number("fitting.width") == 214 && fitting.number("fitting.height") == 16)
    let mirrored = try parsed(
      Keyward.run("scene", "chat", "--format", "json", "--direction", "rtl"))
    #expect(mirrored.number("frames.field.x") == 62 && mirrored.number("frames.send.x") == 8)
  }

  @Test(arguments: [
    ("ipad-air-2", "portrait", 277.0), ("ipad-air-2", "landscape", 360),
    ("ipad-pro-12-9", "portrait", 393), ("iphone-xs", "landscape", 171),
  ])
  func theDockedKeyboardIsThatOfTheDevice(
    device: String, orientation: String, height: Double
  ) throws {
    let scene = try parsed(
      Keyward.run(
        "scene", "tour", "--format", "json", "--device", device, "--orientation", orientation,
        "--keyboard", "docked"))
    #expect(scene.number("guides.keyboard.height") == height)
  }

  @Test func conflictsAreReportedAndLaidOutAllTheSame() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      scene: clash
      views: { bar: {} }
      constraints:
        - bar.width == 0.25 * view.width
        - bar.width >= 400 as wide
      """, to: "clash.yaml")
    let run = try Keyward.run("scene", path, "--format", "json")
    #expect(run.ending == .exited(0))
    let scene = try parsed(run)
    #expect(scene.number("frames.bar.width") == 80)
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

  @Test func aKeyboardOutsideTheWindowIsReported() throws {
    let run = try Keyward.run(
      "scene", "tour", "--format", "json", "--keyboard", "floating:5000,300,320,254")
    #expect(run.ending == .exited(0))
    #expect(try parsed(run)["near"] as? [String] == ["bottom"])
    #expect(run.errorText.hasPrefix("The floating keyboard at 5000, 300, 320 x 254 is outside"))
    let split = try Keyward.run(
      "scene", "tour", "--format", "json", "--window", "0,0,320,768", "--keyboard",
      "floating:400,300,320,254")
    #expect(split.errorText.contains("the window at 0, 0, 320 x 768"))
  }

  @Test func wrongFilesNameLineAndColumn() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "scene: s\nviews: { bar: {} }\nconstraints:\n  - \"H:|[bar]-\"\n", to: "s.yaml")
    let run = try Keyward.run("scene", path, "--format", "json")
    #expect(run.ending == .exited(1))
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.hasPrefix("keyward: error: \(path):4:15: "))
    #expect(run.errorText.contains("\nhint: "))
    #expect(try Keyward.run("scene", folder.path + "/none.yaml").ending == .exited(1))
  }
}
