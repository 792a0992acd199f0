import Foundation
import KeywardGeometry
import KeywardUIKitNames
import Testing

@testable import ConstraintLayout

/// The table of formats and their meaning; `S` is the superview.
@Suite struct VisualFormatTests {
  static let metrics: [String: Double] = ["m": 50, "p": 500, "m1": 750, "m2": 20]

  /// The equations of a format, separated by semicolons.
  static func equations(
    _ format: String, _ options: VisualFormat.Options = [],
    _ spacing: SuperviewSpacing = .margins
  ) throws -> String {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480), rootName: "S")
    var views: [String: LayoutArea] = [:]
    for name in ["a", "b", "c", "d", "v", "_v", "l", "r", "f", "n", "t", "s1", "s2"] {
      views[name] = try engine.makeItem(name, in: engine.root)
    }
    return try VisualFormat.constraints(
      format, options: options, metrics: metrics, views: views, superviewSpacing: spacing
    ).map(\.equation).joined(separator: "; ")
  }

  @Test(arguments: [
    ("[v]", ""),
    ("[_v(50)]", "_v.width == 50"),
    ("[v(>=50)]", "v.width >= 50"),
    ("[v(<=50)]", "v.width <= 50"),
    ("[v(==50)]", "v.width == 50"),
    ("[v(>=70,<=100)]", "v.width >= 70; v.width <= 100"),
    ("[v(m)]", "v.width == 50"),
    ("[v(50@500)]", "v.width == 50 @500"),
    ("[v(50@p)]", "v.width == 50 @500"),
    ("[a][b]", "b.leading == a.trailing"),
    ("[a]-[b]", "b.leading == a.trailing + 8"),
    ("[a]-10-[b]", "b.leading == a.trailing + 10"),
    ("|-60-[v]-50-|", "v.leading == S.leading + 60; S.trailing == v.trailing + 50"),
    ("V:[a]-10-[b]", "b.top == a.bottom + 10"),
    ("V:|-10-[v]-10-|", "v.top == S.top + 10; S.bottom == v.bottom + 10"),
    ("[a(==b)]", "a.width == b.width"),
    ("V:[a(==b)]", "a.height == b.height"),
    (
      "|-(>=10@m1)-[l(r@1000)][r(m2)]|",
      "l.leading >= S.leading + 10 @750; l.width == r.width; r.leading == l.trailing; "
        + "r.width == 20; S.trailing == r.trailing"
    ),
    ("V:[a]-(>=8@750,<=20)-[b]", "b.top >= a.bottom + 8 @750; b.top <= a.bottom + 20"),
    ("[c]-(-22)-[d]", "d.leading == c.trailing - 22"),
    ("|-[v]-|", "v.leading == S.leadingMargin; S.trailingMargin == v.trailing"),
    ("V:|-[v]-|", "v.top == S.topMargin; S.bottomMargin == v.bottom"),
    ("[v(1.5e1)]", "v.width == 15"),
    ("[v(.5)]", "v.width == 0.5"),
    ("[a]-5.-[b]", "b.leading == a.trailing + 5"),
    ("[a]-m-[b]", "b.leading == a.trailing + 50"),
    ("[a]->=0-[b]", "b.leading >= a.trailing"),
    ("[a]-==8-[b]", "b.leading == a.trailing + 8"),
    ("|-<=m-[a]", "a.leading <= S.leading + 50"),
    ("V:[a]->=m2-|", "S.bottom >= a.bottom + 20"),
  ])
  func picturesMeanEquations(_ format: String, _ equations: String) throws {
    #expect(try Self.equations(format) == equations)
  }

  @Test func optionsAlignAndDirect() throws {
    #expect(
      try Self.equations("|-[f]-[n]-[t(>=20@500)]-|", .alignAllTop, .fixed(20))
        == "f.leading == S.leading + 20; n.leading == f.trailing + 8; "
        + "t.leading == n.trailing + 8; t.width >= 20 @500; S.trailing == t.trailing + 20; "
        + "f.top == n.top; n.top == t.top")
    #expect(
      try Self.equations("|-[a]-[b]-|", .directionRightToLeft, .fixed(20))
        == "S.right == a.right + 20; a.left == b.right + 8; b.left == S.left + 20")
    #expect(
      try Self.equations("|-[a]-[b]-|", .directionLeftToRight)
        == "a.left == S.leftMargin; b.left == a.right + 8; S.rightMargin == b.right")
    #expect(
      try Self.equations("[a][b]", [.alignAllTop, .alignAllBottom])
        == "b.leading == a.trailing; a.top == b.top; a.bottom == b.bottom")
    let form = "H:|[a]-[s1(1)]-[b]-[s2(1)]-[c]|"
    let lines = try Self.equations(form, [.alignAllTop, .alignAllBottom])
    #expect(lines.split(separator: ";").count == 16)
    #expect(
      try Self.equations("V:[a]-5-[b]", .spacingBaselineToBaseline)
        == "b.firstBaseline == a.lastBaseline + 5")
  }

  @Test("A metric is a number of any type")
  func metricTypes() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    let view = try engine.makeItem("v", in: engine.root)
    let metrics: [Any] = [
      Double(8), Float(8), Float16(8), Int(8), Int8(8), Int16(8), Int32(8), Int64(8), UInt(8),
      UInt8(8), UInt16(8), UInt32(8), UInt64(8), CGFloat(8), Decimal(8), NSNumber(value: 8),
      Double?(8) as Any,
    ]
    for metric in metrics {
      let constraints = try VisualFormat.constraints(
        "[v(m)]", metrics: ["m": metric], views: ["v": view])
      #expect(constraints.map(\.constant) == [8], "\(type(of: metric))")
    }
    let half = try VisualFormat.constraints(
      "[v(m)]", metrics: ["m": Decimal(string: "0.5") as Any], views: ["v": view])
    #expect(half.map(\.constant) == [0.5])
    let others: [Any] = [
      "8", true, [8], Substring("8"), view, Double?.none as Any, Double.nan, Float.infinity,
      Decimal.nan,
    ]
    for metric in others {
      #expect(throws: VisualFormat.Error.self, "\(metric)") {
        try VisualFormat.constraints("[v(m)]", metrics: ["m": metric], views: ["v": view])
      }
    }
  }

  @Test("UIKit's spelling reports a format or metric that cannot be read, and has no constraints")
  func reportedFormats() throws {
    var reports: [String] = []
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480)) { reports.append($0) }
    let views = ["v": try engine.makeItem("v", in: engine.root)]
    for (format, metrics) in [
      ("[v", [:]), ("[v(m)]", ["m": "8" as Any]), ("[v(m)]", [:]), ("", [:]),
    ] {
      #expect(
        NSLayoutConstraint.constraints(withVisualFormat: format, metrics: metrics, views: views)
          .isEmpty)
    }
    #expect(reports.count == 4)
    #expect(reports.allSatisfy { $0.hasPrefix("Unable to parse constraint format:\n") })
  }

  @Test func optionsHaveTheirRawValues() {
    #expect(VisualFormat.Options.alignAllLeft.rawValue == 2)
    #expect(VisualFormat.Options.alignAllFirstBaseline.rawValue == 1 << 12)
    #expect(VisualFormat.Options.directionRightToLeft.rawValue == 2 << 16)
    #expect(VisualFormat.Options.spacingBaselineToBaseline.rawValue == 1 << 19)
  }
}
