import Glibc
import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Contradicting required constraints: the one that gives way, the report, and the next try.
@Suite struct ConflictTests {
  static let size = Size(width: 320, height: 480)

  static func wide(_ bar: LayoutItem) throws -> LayoutConstraint {
    try LayoutConstraint(
      item: bar, attribute: .width, relatedBy: .greaterThanOrEqual, constant: 400,
      identifier: "wide")
  }

  @Test func logHasTheFormReadersKnow() throws {
    var texts: [String] = []
    let engine = LayoutEngine(rootSize: Self.size) { texts.append($0) }
    let bar = try engine.makeItem("bar", in: engine.root)
    try bar.setIntrinsicSize(Size(width: 10, height: 10))
    let quarter = bar.widthAnchor.constraint(equalTo: engine.root.widthAnchor, multiplier: 0.25)
    let height = bar.heightAnchor.constraint(equalToConstant: 20)
    try engine.activate([quarter, height, Self.wide(bar)])
    #expect(
      texts == [
        """
        Unable to simultaneously satisfy constraints.
        \tOne of the constraints below is probably unintended: find the code or the scene line that created it, and change it.
        (
            "<LayoutConstraint:0x1 'KW-root-width' view:0x1.width == 320   (active)>",
            "<LayoutConstraint:0x7 bar:0x2.width == 0.25*view:0x1.width   (active)>",
            "<LayoutConstraint:0x9 'wide' bar:0x2.width >= 400   (active)>"
        )

        Will attempt to recover by breaking constraint
        <LayoutConstraint:0x9 'wide' bar:0x2.width >= 400   (active)>

        """
      ])
    #expect(engine.frame(of: bar).width == 80)
    #expect(engine.conflicts.count == 1)
    #expect(engine.conflicts[0].broken.isActive)
    #expect(!engine.residuals().contains { $0.violation > 100 })
  }

  @Test("An engine without a log prints broken constraints; `nil` keeps it silent")
  func withoutALogConflictsArePrinted() throws {
    func contradict(_ engine: LayoutEngine, _ name: String) throws {
      let bar = try engine.makeItem(name, in: engine.root)
      try engine.activate([
        bar.widthAnchor.constraint(equalToConstant: 10),
        bar.widthAnchor.constraint(equalToConstant: 20),
      ])
    }
    var name = Array("/tmp/keyward-log-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    fflush(nil)
    let output = dup(STDOUT_FILENO)
    dup2(file, STDOUT_FILENO)
    defer { close(file) }
    do {
      defer {
        fflush(nil)
        dup2(output, STDOUT_FILENO)
        close(output)
      }
      try contradict(LayoutEngine(rootSize: .zero), "heard")
      try contradict(LayoutEngine(rootSize: .zero, log: nil), "unheard")
    }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("breaking constraint\n<LayoutConstraint") && text.contains("heard:0x2"))
    #expect(!text.contains("unheard"))
  }

  @Test func sizesAreNeverNegativeWhateverIsLeftOut() throws {
    let engine = LayoutEngine(rootSize: Self.size, log: { _ in })
    let bar = try engine.makeItem("bar", in: engine.root)
    let constraints = [
      bar.widthAnchor.constraint(equalToConstant: 50),
      bar.heightAnchor.constraint(equalToConstant: 50),
      bar.leftAnchor.constraint(equalTo: engine.root.leftAnchor, constant: 200),
      bar.rightAnchor.constraint(equalTo: engine.root.rightAnchor, constant: -200),
      bar.heightAnchor.constraint(lessThanOrEqualToConstant: -8),
    ]
    try engine.activate(constraints)
    #expect(
      engine.conflicts.map { $0.constraints.map(\.equation) } == [
        ["view.width == 320", "bar.left == view.left + 200", "bar.right == view.right - 200"],
        ["bar.height <= -8"],
      ])
    #expect(engine.frame(of: bar).short == "200,0,50,50")
  }

  /// A row of 60 in which there is room for 32: a broken constraint could be in the sets of others.
  @Test func manyContradictionsAreSolvedOneByOne() throws {
    var texts: [String] = []
    let engine = LayoutEngine(rootSize: Self.size) { texts.append($0) }
    var views: [String: LayoutItem] = [:]
    var format = "|"
    for index in 0..<60 {
      views["v\(index)"] = try engine.makeItem("v\(index)", in: engine.root)
      format += "[v\(index)(10)]"
    }
    try engine.activate(VisualFormat.constraints(format + "|", views: views))
    #expect(engine.conflicts.map(\.broken.first.name) == (32..<60).map { "v\($0)" })
    #expect(texts.count == 60 - 32)
    for conflict in engine.conflicts {
      let widths = conflict.constraints.filter { $0.firstAttribute == .width && $0.source == .user }
      #expect(widths.count == 33)
    }
    // The same contradictions at the next sizes are neither reported nor solved again.
    let pivots = engine.state.solver.pivotCount
    for width in [321.0, 325, 322] {
      try engine.setRootSize(Size(width: width, height: 480))
      #expect(engine.conflicts.count == 28 && texts.count == 28)
    }
    #expect(engine.state.solver.pivotCount - pivots < 40)
    try engine.setRootSize(Size(width: 600, height: 480))
    #expect(engine.conflicts.isEmpty)
    #expect(views.values.allSatisfy { abs(engine.frame(of: $0).width - 10) < 1e-9 })
  }

  @Test func sizesGiveWayBeforePositionsAndLateBeforeEarly() throws {
    let engine = LayoutEngine(rootSize: Self.size, log: { _ in })
    let bar = try engine.makeItem("bar", in: engine.root)
    let width = bar.widthAnchor.constraint(equalToConstant: 100)
    let edges = [
      bar.leftAnchor.constraint(equalTo: engine.root.leftAnchor),
      bar.rightAnchor.constraint(equalTo: engine.root.rightAnchor),
    ]
    try engine.activate([width] + edges)
    #expect(engine.conflicts.map(\.broken.equation) == ["bar.width == 100"])
    #expect(engine.frame(of: bar).width == 320)
    let second = bar.widthAnchor.constraint(equalToConstant: 200)
    try engine.activate([second])
    #expect(Set(engine.conflicts.map(\.broken.serial)) == [width.serial, second.serial])
    try engine.deactivate([edges[1]])
    #expect(engine.conflicts.map(\.broken.serial) == [second.serial])
    #expect(engine.frame(of: bar).width == 100)
    try engine.deactivate([width])
    #expect(engine.conflicts.isEmpty)
    #expect(engine.frame(of: bar).width == 200)
  }

  @Test func autoresizingOutlivesTheUsersConstraints() throws {
    var texts: [String] = []
    let engine = LayoutEngine(rootSize: Self.size) { texts.append($0) }
    let note = try engine.makeItem("note", in: engine.root)
    try note.setFrame(
      Rect(x: 10, y: 10, width: 30, height: 30), autoresizing: .flexibleWidth,
      superviewSize: engine.rootSize)
    try engine.activate([note.widthAnchor.constraint(equalToConstant: 99)])
    #expect(engine.frame(of: note).width == 30)
    #expect(texts.count == 1)
    #expect(texts[0].contains("autoresizing masks"))
    #expect(texts[0].contains("h=-&- v=---"))
  }

  @Test func sameConflictIsReportedOnceWhileItLasts() throws {
    var texts: [String] = []
    let engine = LayoutEngine(rootSize: Self.size) { texts.append($0) }
    let bar = try engine.makeItem("bar", in: engine.root)
    let wide = try Self.wide(bar)
    let half = bar.widthAnchor.constraint(equalTo: engine.root.widthAnchor, multiplier: 0.5)
    try engine.activate([half, wide])
    #expect(texts.count == 1)
    for width in [330.0, 340, 350] { try engine.setRootSize(Size(width: width, height: 480)) }
    #expect(texts.count == 1)
    #expect(engine.frame(of: bar).width == 175)
    try engine.setRootSize(Size(width: 900, height: 480))
    #expect(engine.conflicts.isEmpty)
    #expect(engine.frame(of: bar).width == 450)
    try engine.setRootSize(Size(width: 320, height: 480))
    #expect(texts.count == 2)
  }

  @Test func brokenConstraintIsStillWishedFor() throws {
    let engine = LayoutEngine(rootSize: Self.size, log: { _ in })
    let bar = try engine.makeItem("bar", in: engine.root)
    try engine.activate([
      bar.widthAnchor.constraint(lessThanOrEqualToConstant: 50),
      bar.widthAnchor.constraint(equalToConstant: 100),
    ])
    #expect(engine.frame(of: bar).width == 50)
  }

  @Test(arguments: [true, false])
  func viewsInsideTheOneThatFindsNoRoomAreNotBlamed(isOneTransaction: Bool) throws {
    var texts: [String] = []
    let engine = LayoutEngine(rootSize: Self.size) { texts.append($0) }
    func fill() throws(LayoutError) {
      var last = engine.root
      for name in ["a", "b", "c", "d"] {
        let view = try engine.makeItem(name, in: last)
        try engine.activate([
          view.leftAnchor.constraint(equalTo: last.leftAnchor, constant: 100),
          view.rightAnchor.constraint(equalTo: last.rightAnchor, constant: -100),
        ])
        last = view
      }
    }
    if isOneTransaction {
      try engine.transaction { () throws(LayoutError) in try fill() }
    } else {
      try fill()
    }
    #expect(texts.count == 1)
    #expect(
      engine.conflicts.map { $0.constraints.map(\.equation) } == [
        [
          "view.width == 320", "a.left == view.left + 100", "a.right == view.right - 100",
          "b.left == a.left + 100", "b.right == a.right - 100",
        ]
      ])
    #expect(engine.conflicts.map(\.broken.equation) == ["b.right == a.right - 100"])
  }

  @Test func failingLeavesNoTrace() throws {
    let engine = LayoutEngine(rootSize: Self.size, conflictPolicy: .fail)
    let bar = try engine.makeItem("bar", in: engine.root)
    let third = bar.widthAnchor.constraint(equalTo: engine.root.widthAnchor, multiplier: 1.0 / 3)
    try engine.activate([third])
    let before = engine.frame(of: bar)
    let extent = engine.state.solver.extent
    let wide = try Self.wide(bar)
    do throws(LayoutError) {
      try engine.activate([bar.heightAnchor.constraint(equalToConstant: 7), wide])
      Issue.record("the contradiction was not noticed")
    } catch {
      guard case .unsatisfiable(let conflict) = error else { throw error }
      #expect(
        conflict.members.map(\.equation) == [
          "view.width == 320", "bar.width == 0.333333*view.width", "bar.width >= 400",
        ])
    }
    #expect(engine.frame(of: bar) == before)
    #expect(!wide.isActive && wide.serial == 0)
    #expect(engine.state.solver.extent == extent)
    try engine.deactivate([third])
    try engine.activate([wide])
    #expect(engine.frame(of: bar).width == 400)
  }
}
