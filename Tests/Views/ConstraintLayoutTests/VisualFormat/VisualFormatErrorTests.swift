import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Faults of formats, and the places of their carets.
@Suite struct VisualFormatErrorTests {
  static func error(
    _ format: String, _ options: VisualFormat.Options = [], views names: [String] = ["a", "b"],
    metrics: [String: Double] = ["m": 5, "zero": 0]
  ) throws -> VisualFormat.Error? {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    var views: [String: LayoutArea] = ["view": engine.root]
    for name in names { views[name] = try engine.makeItem(name, in: engine.root) }
    do throws(VisualFormat.Error) {
      _ = try VisualFormat.constraints(format, options: options, metrics: metrics, views: views)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("V|[backgroundBox]|", "Expected ':' after 'V' to specify vertical arrangement", 1),
    (
      "|[whiteBox1][blackBox4(blackWidth][redBox]|",
      "A predicate on a view's thickness must end with ')' and the view must end with ']'", 33
    ),
    ("|[whiteBox2][blackBox]", "Unable to find view with name blackBox", 21),
    ("V:|[blackBox4(>30)]|", "Unknown relation. Must be ==, >=, or <=", 15),
    (
      "[whiteBox1]-gap-[whiteBox2]",
      "Encountered metric with name \"gap\", but value was not specified in metrics or views dictionaries",
      15
    ),
    (
      "|[view][whiteBox1]|",
      "Unable to interpret '|' character, because the related view doesn't have a superview", 7
    ),
  ])
  func messagesAndCarets(_ format: String, _ message: String, _ column: Int) throws {
    let views = ["whiteBox1", "whiteBox2", "blackBox4", "redBox", "backgroundBox"]
    let error = try Self.error(format, views: views)
    #expect(error?.message == message)
    #expect(error?.column == column)
  }

  @Test func descriptionHasACaret() throws {
    let error = try Self.error("V|[a]|")
    #expect(
      error?.description
        == "Unable to parse constraint format:\n"
        + "Expected ':' after 'V' to specify vertical arrangement\nV|[a]|\n ^")
  }

  @Test(arguments: [
    ("", 0), ("|", 1), ("||", 1), ("V:", 2), ("H", 1), ("h:[a]", 0), ("[]", 1), ("[a", 2),
    ("[a()]", 3), ("[a((5))]", 3), ("[a(5)(6)]", 5), ("[a(5]", 4), ("[a(5", 4), ("[a(5)", 5),
    ("[a(5)x]", 5), ("[a]--[b]", 4), ("[a]-", 4), ("[a]-5", 5), ("[a]-5-", 6), ("[a]-5[b]", 5),
    ("[a]|[b]", 4), ("[a]-|-[b]", 5), ("[a]||", 4), ("[1a]", 1), ("[a-b]", 2), ("[a(5x)]", 4),
    ("[a]-5x-[b]", 5), ("[a]-b-[b]", 5), ("[a(5@b)]", 6), ("[m]", 2), ("[a(5@0)]", 5),
    ("[a(5@1001)]", 5), ("[a(5@-1)]", 5), ("[a(5@zero)]", 9), ("[a(inf)]", 6), ("[a(nan)]", 6),
    ("[a(1e999)]", 3), ("[a] [b]", 3), (" [a]", 0), ("[a]-10 -[b]", 6), ("[a(=5)]", 4),
    ("[a(5,)]", 5), ("[a]-(5,)-[b]", 7), ("[a]-()-[b]", 5), ("[a]-(5)[b]", 7), ("[a]-(5-[b]", 6),
    ("[a]->=-[b]", 6), ("[a]->5-[b]", 5), ("[a]->=-5-[b]", 6), ("[a]->=5[b]", 7),
    ("[a]-=5-[b]", 5), ("[a]->=b-[b]", 7),
    ("[ä]", 1), ("[a]--5-[b]", 4), ("[a](5)", 3), ("|-[a]-|]", 7), ("-[a]", 0), ("|5[a]", 1),
  ])
  func everythingElseFails(_ format: String, _ column: Int) throws {
    let error = try Self.error(format)
    #expect(error?.column == column, "\(format): \(error?.description ?? "no error")")
  }

  @Test func alignmentAlongTheAxisFails() throws {
    #expect(try Self.error("[a][b]", .alignAllLeft) != nil)
    #expect(try Self.error("V:[a][b]", .alignAllTop) != nil)
    #expect(try Self.error("[a][b]", .init(rawValue: 1 << 7)) != nil)
    #expect(try Self.error("V:[a][b]", .alignAllCenterX) == nil)
  }

  @Test func twoDirectionsFail() throws {
    let both: VisualFormat.Options = [.directionLeftToRight, .directionRightToLeft]
    #expect(try Self.error("[a][b]", both) != nil)
    #expect(try Self.error("V:[a][b]", both) != nil)
    #expect(try Self.error("V:[a][b]", .directionRightToLeft) == nil)
  }
}
