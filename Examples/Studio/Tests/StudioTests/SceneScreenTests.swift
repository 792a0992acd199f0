import ConstraintLayout
import Keyward
import Testing

@testable import Studio

@Suite struct SceneScreenTests {
  @Test("The tour on an ordinary terminal")
  func tour() throws {
    let scene = try SceneHarness()
    scene.type("abc")
    #expect(
      scene.text == """
         tour  docked, near bottom, 640 x 134 at 0, 250            landscape, 640 x 384
         rules: away top, away leading+trailing
         Ctrl-G move  Esc leave  drag ━━  Ctrl-R rotate  Ctrl-O mirror  Enter submit
                                 ╭────────────────────────────╮
                                 │                            │
                                 │                            │
                                 │                            │
                                 │           image            │
                                 │                            │
                                 │                            │
                                 ╰────────────────────────────╯


                       ╭ edit ──────────────────────────────────────────╮
                       │ •••▏                                         3 │
                       ╰──────────────────━━━━━━━━━━━━──────────────────╯
            q      w       e       r       t       y       u       i       o      p

                a      s       d       f       g       h       j       k       l

            shift      z       x       c       v       b       n       m      delete

              .?123                          space                          return

        """)
  }

  @Test("A split keyboard has two halves, with the views visible between them")
  func split() throws {
    let scene = try SceneHarness { $0.keyboard = "split:125" }
    let halves = try #require(scene.model.halves(of: scene.state.frame))
    #expect(halves.left.maxX == 272 && halves.right.minX == 368)
    let space = Rect(x: 160, y: 0, width: 320, height: 20)
    #expect(halves.parts(of: space).map(\.maxX) == [272, 504])
    for letter in ["q", "t", "p", "g"] {
      let (column, row) = try scene.cap(letter)
      scene.press(column, row)
      scene.release(column, row)
    }
    #expect(scene.typed == "qtpg")
    scene.press(40, 11)
    #expect(scene.typed == "qtpg")
  }

  /// A field partly out of sight at the bottom or at the right has the edges that fit.
  @Test("A field at the edge of the window is drawn")
  func fieldEdgeWindow() throws {
    for rows in 4...40 {
      let scene = try SceneHarness("chat", columns: 74, rows: rows)
      scene.type("abc")
      scene.control("r")
      scene.control("o")
      scene.wait(1)
      #expect(scene.lines.count == rows && !scene.text.isEmpty, "\(rows) rows")
    }
  }

  /// The status leaves out whole facts, never the end of one.
  @Test("The status is made of whole facts")
  func statusMadeWhole() throws {
    for columns in 30...90 {
      let scene = try SceneHarness("chat", columns: columns, rows: 30)
      let line = scene.lines[0]
      #expect(!line.contains("…"), "\(columns): \(line)")
      #expect(line.contains(" chat  docked"), "\(columns): \(line)")
    }
  }

  /// The samples of the layout guide's tour, on its own screen.
  @Test(
    "The tour follows every keyboard",
    arguments: [
      ("docked:398", ["bottom"], Rect(x: 312, y: 326, width: 400, height: 44)),
      ("undocked:250", [], Rect(x: 312, y: 206, width: 400, height: 44)),
      ("floating:300,300,320,254", [], Rect(x: 260, y: 256, width: 400, height: 44)),
      ("floating:300,504,320,254", ["bottom"], Rect(x: 312, y: 460, width: 400, height: 44)),
      ("hidden", ["bottom"], Rect(x: 312, y: 704, width: 400, height: 44)),
    ])
  func theTourFollowsEveryKeyboard(place: String, near: [String], edit: Rect) throws {
    let screen = try ScreenDescription(
      size: Size(width: 1024, height: 768),
      safeArea: RectInsets(top: 24, left: 0, bottom: 20, right: 0))
    let scene = try SceneHarness(columns: 140, rows: 60, screen: screen) { $0.keyboard = place }
    #expect(scene.near == near)
    #expect(scene.frame(of: "edit") == edit)
    #expect(scene.frame(of: "image") == Rect(x: 392, y: 44, width: 240, height: 160))
  }

  @Test("Views are rounded to cells edge by edge")
  func viewsRoundedCells() throws {
    let scene = try SceneHarness(
      file: """
        scene: boxes
        views:
          outer: { frame: [20, 60, 203, 100], label: "Out\\eside" }
          inner: { in: outer, frame: [35, 20, 100, 60] }
        """, columns: 60, rows: 30
    ) { $0.keyboard = "hidden" }
    // 20 … 223 and 60 … 160 points; inside 55 … 155 and 80 … 140.
    #expect(scene.lines[4] == "   ╭ Out�side ─────────────╮")
    #expect(scene.lines[9] == "   ╰───────────────────────╯")
    #expect(scene.lines[5] == "   │   ╭──────────╮        │")
    #expect(scene.lines[8].hasPrefix("   │   ╰──────────╯"))
  }

  @Test("Scene files without nearness use one cell")
  func sceneFilesWithout() throws {
    let file = """
      scene: plain
      views: { box: { intrinsic: 80x32 } }
      guide: { followsUndocked: true }
      constraints: [ box.left == view.left, box.top == view.top ]
      """
    let scene = try SceneHarness(file: file) { $0.keyboard = "floating:24,40,320,160" }
    #expect(scene.near == [])
    scene.control("g")
    for near in [[], ["leading"], ["leading"], ["leading"]] as [[String]] {
      scene.type("\u{1b}[D")
      #expect(scene.near == near)
    }
    // Beyond one cell it is away at once: there is no hysteresis.
    scene.type("\u{1b}[C\u{1b}[C")
    #expect(scene.near == ["leading"])
    scene.type("\u{1b}[C")
    #expect(scene.near == [])
    scene.type("\u{1b}[A\u{1b}[A")
    #expect(scene.near == ["top"])
    scene.type("\u{1b}[B")
    #expect(scene.near == [])
  }

  @Test("A keyboard outside the window is reported")
  func keyboardOutsideWindow() throws {
    let scene = try SceneHarness(columns: 120, rows: 30) {
      $0.window = Rect(x: 0, y: 0, width: 320, height: 480)
      $0.keyboard = "floating:100,100,320,160"
    }
    scene.control("g")
    for _ in 0..<6 { scene.type("\u{1b}[1;2C") }
    #expect(scene.near == ["bottom"])
    #expect(scene.text.contains("outside the window"))
  }

  @Test("Every window shows something and nothing breaks", arguments: ["tour", "chat", "login"])
  func everyWindowShows(name: String) throws {
    let sizes = [1, 2, 4, 9, 15, 16, 17, 40, 80, 200]
    for columns in sizes {
      for rows in [1, 2, 3, 4, 6, 12, 24, 60] {
        let scene = try SceneHarness(name, columns: columns, rows: rows)
        scene.type("éß")
        scene.control("g")
        scene.type("\t\u{1b}[A\t\u{1b}[D\t\u{1b}[1;2B\t\t\t\t\t\r")
        scene.control("r")
        scene.control("o")
        scene.wait(0.07)
        scene.press(columns / 2, rows / 2)
        scene.drag(0, 0)
        scene.release(columns - 1, rows - 1)
        scene.wait(1)
        #expect(!scene.text.isEmpty)
        #expect(!scene.text.contains("é") && !scene.text.contains("ß"))
      }
    }
  }

  @Test("In one cell there is a dot for something")
  func oneCellThere() throws {
    let scene = try SceneHarness("login", columns: 1, rows: 1)
    #expect(scene.lines == [""])
    scene.type("x")
    #expect(scene.lines == ["•"])
  }

  @Test("Growing back restores everything")
  func growingBackRestores() throws {
    let scene = try SceneHarness("login")
    scene.type("abc")
    let before = scene.lines
    scene.resize(columns: 1, rows: 1)
    scene.type("d\u{7f}")
    scene.resize(columns: 30, rows: 60)
    scene.resize(columns: 80, rows: 24)
    #expect(scene.lines == before)
  }

  @Test("A screen higher than the window can be seen in parts")
  func screenHigherThan() throws {
    let scene = try SceneHarness("login")
    scene.control("r")
    scene.wait(0.6)
    // The field is out of sight; its text can still be typed.
    scene.type("abc")
    #expect(scene.lines[3].contains("•••▏"))
    #expect(scene.text.contains("PgUp more"))
    scene.type("\u{1b}[5~\u{1b}[5~")
    #expect(scene.text.contains("password"))
    scene.type("\u{1b}[6~\u{1b}[6~")
    #expect(scene.text.contains("space"))
  }
}
