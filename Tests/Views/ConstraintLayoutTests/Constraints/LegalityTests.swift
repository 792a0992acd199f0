import Glibc
import KeywardGeometry
import SolverReference
import Testing

@testable import ConstraintLayout

/// The table of legal constraints.
@Suite struct LegalityTests {
  let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))

  func refusal(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  func reported(_ body: () -> Void) -> [String] {
    var reports: [String] = []
    engine.log = { reports.append($0) }
    body()
    return reports
  }

  @Test func attributesHaveUIKitsRawValues() {
    let names = LayoutAttribute.allCases.dropFirst().map(\.name)
    #expect(
      names == [
        "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX",
        "centerY", "lastBaseline", "firstBaseline", "leftMargin", "rightMargin", "topMargin",
        "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins",
        "centerYWithinMargins",
      ])
    #expect(LayoutAttribute.centerYWithinMargins.rawValue == 20)
  }

  @Test func pairsAreLegalAsInTheTable() throws {
    let a = try engine.makeItem("a", in: engine.root)
    let b = try engine.makeItem("b", in: engine.root)
    for first in LayoutAttribute.allCases.dropFirst() {
      for second in LayoutAttribute.allCases.dropFirst() {
        let isLegal: Bool =
          switch (first.family, second.family) {
          case (.size, .size), (.vertical, .vertical): true
          case (.absoluteX, .absoluteX), (.absoluteX, .neutralX), (.neutralX, .absoluteX): true
          case (.directionalX, .directionalX), (.directionalX, .neutralX): true
          case (.neutralX, .directionalX), (.neutralX, .neutralX): true
          default: false
          }
        let refusal = refusal {
          _ = try LayoutConstraint(item: a, attribute: first, to: b, attribute: second)
        }
        #expect((refusal == nil) == isLegal, "\(first) \(second)")
        if let refusal {
          #expect(refusal.contains("a.\(first) == b.\(second)") && refusal.hasSuffix("."))
        }
      }
      let alone = refusal {
        _ = try LayoutConstraint(item: a, attribute: first, constant: 5)
      }
      #expect((alone == nil) == first.isSize)
      let zero = refusal {
        _ = try LayoutConstraint(
          item: a, attribute: first, to: b, attribute: first, multiplier: 0)
      }
      #expect((zero == nil) == first.isSize)
    }
  }

  @Test func numbersMustBeFinite() throws {
    let a = try engine.makeItem("a", in: engine.root)
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(throws: LayoutError.self) {
        try LayoutConstraint(item: a, attribute: .width, constant: number)
      }
      #expect(throws: LayoutError.self) {
        try engine.activate([a.widthAnchor.constraint(equalToConstant: number)])
      }
      let good = a.widthAnchor.constraint(equalToConstant: 5)
      let reports = reported { good.constant = number }
      #expect(reports.first?.contains("between -1e9 and 1e9") == true && good.constant == 5)
    }
    for number: Float in [0, -1, 1000.5, .nan, .infinity] {
      let constraint = a.widthAnchor.constraint(
        equalToConstant: 5, priority: LayoutPriority(rawValue: number))
      #expect(throws: LayoutError.self) { try engine.activate([constraint]) }
    }
    #expect(!LayoutPriority(999.5).isRequired)
  }

  @Test func itemsMustShareATree() throws {
    let a = try engine.makeItem("a", in: engine.root)
    let apart = try engine.makeItem("apart", in: nil)
    let other = LayoutEngine(rootSize: .zero)
    let foreign = try other.makeItem("foreign", in: other.root)
    let sizes = refusal {
      try engine.activate([a.widthAnchor.constraint(equalTo: apart.widthAnchor)])
    }
    #expect(sizes?.contains("common ancestor") ?? false)
    let strangers = refusal {
      try engine.activate([a.widthAnchor.constraint(equalTo: foreign.widthAnchor)])
    }
    #expect(strangers?.contains("foreign") ?? false)
    #expect(throws: LayoutError.self) { try engine.move(a, to: a) }
    let inner = try engine.makeItem("inner", in: a)
    #expect(throws: LayoutError.self) { try engine.move(a, to: inner) }
    #expect(throws: LayoutError.self) { try other.makeItem("x", in: a) }
  }

  @Test func guidesHaveNoBaselines() throws {
    let a = try engine.makeItem("a", in: engine.root)
    let guide = try engine.makeGuide("g", in: engine.root)
    for attribute in [LayoutAttribute.firstBaseline, .lastBaseline, .topMargin] {
      #expect(throws: LayoutError.self) {
        try LayoutConstraint(item: a, attribute: .top, to: guide, attribute: attribute)
      }
    }
  }

  @Test func identifiersAndPriorities() throws {
    let a = try engine.makeItem("a", in: engine.root)
    #expect(throws: LayoutError.self) {
      try LayoutConstraint(item: a, attribute: .width, identifier: "KWmine")
    }
    let width = a.widthAnchor.constraint(equalToConstant: 5)
    width.identifier = "KW"
    #expect(throws: LayoutError.self) { try engine.activate([width]) }
    width.identifier = "mine"
    width.priority = .defaultHigh
    try engine.activate([width])
    let reports = reported { width.priority = .required }
    #expect(reports.first?.contains("deactivate it first") == true)
    width.priority = LayoutPriority(10)
    #expect(width.priority.rawValue == 10)
    try engine.deactivate([width])
    #expect(reported { width.priority = .required }.isEmpty && width.priority.isRequired)
  }

  @Test func serialsStayWhenConstraintsGoAndComeBack() throws {
    let a = try engine.makeItem("a", in: engine.root)
    let width = a.widthAnchor.constraint(equalToConstant: 5)
    #expect(width.serial == 0 && !width.isActive)
    try engine.activate([width])
    let serial = width.serial
    try engine.deactivate([width])
    try engine.activate([a.heightAnchor.constraint(equalToConstant: 5)])
    try engine.activate([width])
    #expect(width.serial == serial)
  }

  @Test("Numbers in messages are those of %g in C")
  func shortNumbers() {
    var random = SeededGenerator(seed: 59)
    var numbers = [
      0, -0.0, 1, -1, 0.25, 400, 100_000, 999_999, 1e6, 1e-4, 1e-5, 123_456.5, 123_457.5, 999_999.5,
      0.1234565, 0.1234575, 1.234565e-7, 1.0000005, 16_777_216, 1e16, 1e22, 1e23, .pi,
      .infinity, -.infinity, Double.greatestFiniteMagnitude, 1_234_565e10, 1_234_565e-10,
    ]
    for _ in 0..<20_000 {
      let digits = Double(random.next() % 10_000_000)
      numbers.append(digits * [1e-9, 1e-6, 1e-3, 1e-1, 1, 10, 1e7][Int(random.next() % 7)])
      let bits = Double(bitPattern: random.next())
      if bits.isFinite && bits.magnitude > 1e-290 { numbers.append(bits) }
    }
    for number in numbers {
      var bytes = [CChar](repeating: 0, count: 32)
      let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe withVaList([number]) { unsafe vsnprintf(buffer.baseAddress, buffer.count, "%g", $0) }
      }
      let text = String(
        decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      #expect(shortText(number) == text)
    }
  }
}
