import KeywardGeometry

@testable import ConstraintLayout

extension LayoutEngine {
  /// A view with a natural size, inside the root unless reported otherwise.
  func view(
    _ name: String, _ width: Double = -1, _ height: Double = -1, in parent: LayoutItem? = nil
  ) throws -> LayoutItem {
    let view = try makeItem(name, in: parent ?? root)
    try view.setIntrinsicSize(Size(width: width, height: height))
    return view
  }

  /// The frames of items as `name x,y,w,h`, rounded to a thousandth.
  func frames(_ items: LayoutArea...) -> [String] {
    items.map { "\($0.name) " + frame(of: $0).short }
  }
}

extension Rect {
  var short: String { [x, y, width, height].map(Self.short).joined(separator: ",") }

  static func short(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return shortText(rounded == 0 ? 0 : rounded)
  }
}
