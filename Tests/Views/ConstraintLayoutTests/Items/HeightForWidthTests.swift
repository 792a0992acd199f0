import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Views whose height follows from their width, as wrapped text has it.
@Suite struct HeightForWidthTests {
  @Test func heightFollowsTheWidthAndIsMeasuredOncePerWidth() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 300))
    let text = WrappedText(40)
    let label = try engine.label("label", text)
    let below = try engine.view("below", 20, 10)
    try engine.fill(label)
    try engine.activate([below.topAnchor.constraint(equalTo: label.bottomAnchor, constant: 4)])
    #expect(engine.frames(label, below) == ["label 0,0,100,64", "below 0,68,20,10"])
    #expect(text.widths == [100])
    try engine.setRootSize(Size(width: 100, height: 400))
    engine.layout()
    #expect(text.widths == [100])
    try engine.setRootSize(Size(width: 200, height: 400))
    #expect(engine.frames(label, below) == ["label 0,0,200,32", "below 0,36,20,10"])
    #expect(text.widths == [100, 200])
  }

  @Test func changedTextIsMeasuredAgain() throws {
    let engine = LayoutEngine(rootSize: Size(width: 80, height: 300))
    let text = WrappedText(10)
    let label = try engine.label("label", text)
    try engine.fill(label)
    #expect(engine.frame(of: label).height == 16)
    var calls = 0
    engine.needsLayout = { calls += 1 }
    text.length = 25
    try label.invalidateIntrinsicSize()
    #expect(calls == 1)
    #expect(engine.frame(of: label).height == 48)
    // Another natural size is another text.
    text.length = 31
    try label.setIntrinsicSize(Size(width: text.width, height: -1))
    #expect(engine.frame(of: label).height == 64)
    try label.setHeightForWidth(nil)
    try label.setIntrinsicSize(Size(width: 80, height: 9))
    #expect(engine.frame(of: label).height == 9)
    #expect(text.widths.count == 3)
  }

  @Test func nestedStacksFollowTheirTexts() throws {
    let engine = LayoutEngine(rootSize: Size(width: 240, height: 1000))
    let column = try engine.makeStack("column", in: engine.root)
    column.axis = .vertical
    column.spacing = 2
    try engine.fill(column)
    try engine.activate([column.topAnchor.constraint(equalTo: engine.root.topAnchor)])
    var texts: [WrappedText] = []
    var rows: [StackLayout] = []
    for row in 0..<3 {
      let stack = try engine.makeStack("row\(row)", in: column)
      stack.distribution = .fillEqually
      stack.spacing = 8
      try column.arrange(stack)
      rows.append(stack)
      for index in 0..<2 {
        texts.append(WrappedText(Double(10 * (row + 1) + index)))
        try stack.arrange(engine.label("text\(row)\(index)", texts[texts.count - 1], in: stack))
      }
    }
    // 14 characters a line.
    #expect(engine.frame(of: column).short == "0,0,240,100")
    #expect(
      rows.map { engine.frame(of: $0).short } == ["0,0,240,16", "0,18,240,32", "0,52,240,48"])
    #expect(texts.allSatisfy { $0.widths == [116] })
    rows[1].arrangedSubviews[0].isHidden = true
    #expect(engine.frame(of: rows[1].arrangedSubviews[1]).short == "0,0,240,16")
    #expect(engine.frame(of: column).height == 84)
    #expect(texts[2].widths == [116])
    rows[1].arrangedSubviews[0].isHidden = false
    #expect(engine.frame(of: column).height == 100)
  }

  @Test func columnsByNaturalHeightsShareByMeasuredOnes() throws {
    let engine = LayoutEngine(rootSize: Size(width: 80, height: 240))
    let column = try engine.makeStack("column", in: engine.root)
    column.axis = .vertical
    column.distribution = .fillProportionally
    try column.setProportion(.exact)
    let texts = [WrappedText(10), WrappedText(20)]
    let labels = [
      try engine.label("a", texts[0], in: column), try engine.label("b", texts[1], in: column),
    ]
    try column.arrange(labels)
    try engine.fill(column)
    try engine.activate([column.heightAnchor.constraint(equalToConstant: 240)])
    #expect(labels.map { engine.frame(of: $0).short } == ["0,0,80,80", "0,80,80,160"])
    let count = engine.activeConstraints.count
    let serials = engine.activeConstraints.map(\.serial)
    for width in [40.0, 160, 24, 80] {
      try engine.setRootSize(Size(width: width, height: 240))
      engine.layout()
    }
    #expect(labels.map { engine.frame(of: $0).short } == ["0,0,80,80", "0,80,80,160"])
    #expect(engine.activeConstraints.count == count && column.made.count <= count)
    #expect(engine.activeConstraints.map(\.serial) == serials)
  }

  @Test func baselinesAndPrioritiesAreThoseOfNaturalSizes() throws {
    let engine = LayoutEngine(rootSize: Size(width: 80, height: 300))
    let label = try engine.label("label", WrappedText(25))
    let mark = try engine.view("mark", 10, 20)
    try engine.fill(label)
    try label.setBaselines(first: 12, last: 4)
    try engine.activate([
      mark.lastBaselineAnchor.constraint(equalTo: label.lastBaselineAnchor),
      label.topAnchor.constraint(equalTo: engine.root.topAnchor),
    ])
    #expect(engine.frames(label, mark) == ["label 0,0,80,48", "mark 0,24,10,20"])
    let bottom = label.bottomAnchor.constraint(
      lessThanOrEqualTo: engine.root.topAnchor, constant: 40)
    try engine.activate([bottom])
    #expect(engine.frame(of: label).height == 40)
    try engine.deactivate([bottom])
    let low = label.heightAnchor.constraint(
      lessThanOrEqualToConstant: 20, priority: .dragThatCanResizeScene)
    try engine.activate([low])
    #expect(engine.frame(of: label).height == 48)
    label.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
    #expect(engine.frame(of: label).height == 20)
    try engine.deactivate([low])
    try engine.activate([
      label.heightAnchor.constraint(equalToConstant: 90, priority: .sceneSizeStayPut)
    ])
    #expect(engine.frame(of: label).height == 90)
    label.setContentHuggingPriority(.defaultHigh, for: .vertical)
    #expect(engine.frame(of: label).height == 48)
  }

  @Test(arguments: [ConflictPolicy.fail, .breakAndReport])
  func requiredHeightGivesWayToWhatIsRequired(policy: ConflictPolicy) throws {
    var reports: [String] = []
    let engine = LayoutEngine(
      rootSize: Size(width: 200, height: 32), conflictPolicy: policy, log: { reports.append($0) })
    let label = try engine.label("label", WrappedText(25))
    label.setContentCompressionResistancePriority(.required, for: .vertical)
    label.setContentHuggingPriority(.required, for: .vertical)
    try engine.fill(label)
    try engine.activate([
      label.topAnchor.constraint(equalTo: engine.root.topAnchor),
      label.bottomAnchor.constraint(lessThanOrEqualTo: engine.root.bottomAnchor),
      label.heightAnchor.constraint(equalToConstant: 5, priority: LayoutPriority(999)),
    ])
    #expect(engine.frame(of: label).height == 16)
    try engine.setRootSize(Size(width: 40, height: 32))
    #expect(engine.frame(of: label).height == 32)
    #expect(engine.conflictCount == 0 && reports.isEmpty)
  }

  // MARK: Changes

  @Test func failedTransactionLeavesTheHeights() throws {
    let engine = LayoutEngine(
      rootSize: Size(width: 80, height: 400), conflictPolicy: .fail)
    let text = WrappedText(25)
    let label = try engine.label("label", text)
    try engine.fill(label)
    #expect(engine.frame(of: label).height == 48)
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try label.setHeightForWidth { _ in 7 }
        try engine.setRootSize(Size(width: 160, height: 400))
        try engine.activate([label.widthAnchor.constraint(equalToConstant: 5)])
      }
    }
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try engine.removeItem(label)
        throw LayoutError.illegal("enough")
      }
    }
    #expect(engine.frame(of: label).short == "0,0,80,48")
    try label.invalidateIntrinsicSize()
    #expect(engine.frame(of: label).height == 48)
    try engine.removeItem(label)
    #expect(engine.state.measured.isEmpty && label.measurement == nil)
    #expect(throws: LayoutError.self) { try label.invalidateIntrinsicSize() }
  }

  @Test func fittingSizesMeasureInTheWidthThatFits() throws {
    let engine = LayoutEngine(rootSize: Size(width: 80, height: 400))
    let box = try engine.makeItem("box", in: engine.root)
    let text = WrappedText(30)
    let label = try engine.label("label", text, in: box)
    try engine.activate(
      VisualFormat.constraints("|-[label]-|", views: ["label": label])
        + VisualFormat.constraints("V:|-[label]-|", views: ["label": label])
        + [box.widthAnchor.constraint(equalTo: engine.root.widthAnchor)])
    #expect(engine.frame(of: box).short == "0,0,80,80")
    let narrow = engine.systemLayoutSizeFitting(
      Size(width: 56, height: 0), horizontal: .required, of: box)
    #expect(narrow == Size(width: 56, height: 16 + 6 * 16))
    let wide = engine.systemLayoutSizeFitting(LayoutEngine.fittingCompressed, of: box)
    #expect(wide == Size(width: 256, height: 32))
    #expect(engine.frame(of: box).short == "0,0,80,80")
  }
}
