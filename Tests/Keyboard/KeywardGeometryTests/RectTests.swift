import KeywardGeometry
import Testing

@Suite struct RectTests {
  @Test func edgesBelongToTheLeftAndTop() {
    let rect = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(rect.contains(Point(x: 10, y: 20)))
    #expect(!rect.contains(Point(x: 40, y: 20)))
    #expect(!rect.contains(Point(x: 10, y: 60)))
  }

  @Test func touchingRectanglesDoNotIntersect() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(rect.intersection(Rect(x: 10, y: 0, width: 5, height: 5)) == nil)
    #expect(
      rect.intersection(Rect(x: 6, y: 7, width: 9, height: 9))
        == Rect(x: 6, y: 7, width: 4, height: 3))
  }

  @Test func insetsMoveEveryEdgeInwards() {
    let rect = Rect(x: 0, y: 0, width: 375, height: 812)
    #expect(
      rect.inset(by: RectInsets(top: 44, left: 1, bottom: 34, right: 2))
        == Rect(x: 1, y: 44, width: 372, height: 734))
  }

  @Test func aFramePrintsWithoutTheErrorsOfArithmetic() {
    let frame = Rect(x: 14.199999999999989, y: 48, width: 142, height: 0.1 + 0.2)
    #expect("\(frame)" == "14.2, 48, 142 x 0.3")
    #expect("\(Point(x: -0.5, y: 127.125))" == "-0.5, 127.125")
    #expect("\(Point(x: .nan, y: -.infinity))" == "nan, -inf")
    #expect("\(Size(width: 1e300, height: 1e-7))" == "1e+300 x 0")
  }

  @Test func edgesPrintTheirNames() {
    #expect("\(RectEdge.bottom)" == "[bottom]")
    #expect("\([.trailing, .top] as RectEdge)" == "[top, trailing]")
    #expect("\([] as RectEdge)" == "[]")
  }

  @Test func aFrameMovesInAStraightLine() {
    let start = Rect(x: 0, y: 100, width: 40, height: 20)
    let end = Rect(x: 10, y: 300, width: 80, height: 0)
    #expect(start.moved(to: end, progress: 0) == start)
    #expect(start.moved(to: end, progress: 0.25) == Rect(x: 2.5, y: 150, width: 50, height: 15))
    #expect(start.moved(to: end, progress: 1) == end)
  }

  @Test func aSquareIsPortrait() {
    #expect(Orientation(of: Size(width: 5, height: 5)) == .portrait)
    #expect(Orientation(of: Size(width: 6, height: 5)) == .landscape)
    #expect(Size(width: 6, height: 5).swapped == Size(width: 5, height: 6))
  }
}
