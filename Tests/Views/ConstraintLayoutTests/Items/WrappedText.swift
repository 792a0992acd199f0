import KeywardGeometry

@testable import ConstraintLayout

/// A text of characters 8 wide in rows 16 high, and the widths it was measured in.
final class WrappedText {
  var length: Double
  private(set) var widths: [Double] = []

  init(_ length: Double) { self.length = length }

  var width: Double { 8 * length }

  func height(in width: Double) -> Double {
    widths.append(width)
    let columns = max(1, (width / 8).rounded(.down))
    return 16 * (length / columns).rounded(.up)
  }
}

extension LayoutEngine {
  /// A view with a text, inside the root unless reported otherwise.
  func label(_ name: String, _ text: WrappedText, in parent: LayoutItem? = nil) throws -> LayoutItem
  {
    let label = try view(name, text.width, LayoutItem.noIntrinsicMetric, in: parent)
    try label.setHeightForWidth(text.height)
    return label
  }

  func fill(_ view: LayoutItem) throws {
    try activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
    ])
  }
}
