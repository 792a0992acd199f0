import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import ConstraintLayout

/// The engine while the reader of the log answers a report by changing it.
@Suite struct LogReentrancyTests {
  private let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))

  private func contradiction(of item: LayoutItem) -> [LayoutConstraint] {
    [
      item.widthAnchor.constraint(equalToConstant: 100),
      item.widthAnchor.constraint(equalToConstant: 200),
    ]
  }

  @Test func aChangeInAnswerToAReportIsAllOrNothingToo() throws {
    let bar = try engine.view("bar", 10, 10)
    let note = try engine.view("note", 10, 10)
    let taken = note.widthAnchor.constraint(equalToConstant: 50)
    var reported = 0
    engine.log = { [unowned engine] _ in
      reported += 1
      #expect(throws: LayoutError.self) {
        try engine.transaction { () throws(LayoutError) in
          try engine.activate([taken])
          throw .illegal("Taken back.")
        }
      }
    }
    try engine.activate(contradiction(of: bar))
    #expect(reported == 1)
    #expect(!taken.isActive)
    #expect(engine.frame(of: note).width == 10)
  }

  @Test func theLogSeesTheChangeMade() throws {
    let bar = try engine.view("bar", 10, 10)
    var widths: [Double] = []
    engine.log = { [unowned engine] _ in widths.append(engine.frame(of: bar).width) }
    try engine.activate(contradiction(of: bar))
    #expect(widths == [100])
    #expect(engine.conflicts.count == 1)
  }

  @Test func reportsOfOneChangeKeepTheirOrder() throws {
    let bars = try ["a", "b"].map { try engine.view($0, 10, 10) }
    let note = try engine.view("note", 10, 10)
    var reported: [String] = []
    engine.log = { [unowned engine] text in
      reported.append(String(text.split(separator: "\n").last ?? ""))
      if reported.count == 1 { try? engine.activate(self.contradiction(of: note)) }
    }
    try engine.activate(bars.flatMap(contradiction))
    #expect(reported.count == 3)
    #expect(reported.last?.contains("note") == true)
    #expect(engine.frame(of: note).width == 100)
  }

  /// Also of the report being reported, and of those that follow.
  @Test func aTextReadAfterAnAnswerIsThatOfTheReport() throws {
    let pairs = try ["a", "b", "c"].map { contradiction(of: try engine.view($0, 10, 10)) }
    var reported: [String] = []
    engine.log = { text in
      for pair in pairs { pair[1].constant = 300 + Double(reported.count) }
      reported.append(text)
    }
    try engine.activate(pairs.flatMap { $0 })
    #expect(reported.count == 3)
    for (name, text) in zip(["a", "b", "c"], reported) {
      #expect(text.contains("\(name):"))
      #expect(text.contains("width == 100") && text.contains("width == 200"))
    }
  }

  @Test func aFrameAskedForIsThatAfterTheAnswer() throws {
    // Insets that move the view they belong to do not settle, which a pass finds out.
    let bar = try engine.view("bar", 10, 10)
    engine.log = { [unowned engine] _ in
      try? engine.activate([bar.widthAnchor.constraint(equalToConstant: 77)])
    }
    _ = try engine.viewMovedByItsSafeArea()
    #expect(engine.frame(of: bar).width == 77)
  }

  /// Reports left over after the last pass are neither kept nor reported with later ones.
  @Test func aReaderThatAnswersEveryPassIsStopped() throws {
    let view = try engine.viewMovedByItsSafeArea()
    var reported: [String] = []
    engine.log = { [unowned engine] text in
      reported.append(text)
      // Every pass finds the same again, since it has to be made again.
      try? engine.setSafeAreaInsets(RectInsets(top: 20 + Double(reported.count) / 8))
    }
    _ = engine.frame(of: view)
    #expect(reported.count == 11)
    #expect(reported.last?.contains("Do not respond") == true)
    #expect(reported.dropLast().allSatisfy { !$0.contains("Do not respond") })
    var later: [String] = []
    engine.log = { later.append($0) }
    let other = try engine.view("other", 10, 10)
    try engine.activate(contradiction(of: other))
    #expect(later.count == 1)
    #expect(later.first?.contains("other") == true)
  }

  @Test(.tags(.slow)) func aReaderThatOnlyReadsIsReportedEveryConflict() throws {
    // More than the reports a reader that answers them is given.
    let bars = try (0..<1010).map { try engine.view("bar\($0)", 10, 10) }
    var reported: [String] = []
    engine.log = { reported.append($0) }
    try engine.activate(bars.flatMap(contradiction))
    #expect(reported.count == bars.count)
    #expect(!reported.contains { $0.contains("Do not respond") })
  }

  @Test func aReaderThatAnswersEveryReportWithAContradictionIsStopped() throws {
    let bar = try engine.view("bar", 10, 10)
    var last = ""
    var reported = 0
    engine.log = { [unowned engine] text in
      (last, reported) = (text, reported + 1)
      guard reported < 3000 else { return }
      try? engine.activate([bar.widthAnchor.constraint(equalToConstant: 1000 + Double(reported))])
    }
    try engine.activate(contradiction(of: bar))
    #expect(reported <= 1001)
    #expect(last.contains("Do not respond"))
    #expect(engine.frame(of: bar).width == 100)
  }
}
