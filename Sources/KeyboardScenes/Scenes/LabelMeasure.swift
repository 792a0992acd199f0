/// The sizes of a scene's wrapped labels as its host draws them, in points.
///
///     let file = try SceneFile(path: "note.yaml")  // views: { note: { label: …, wrap: true } }
///     let labels = LabelMeasure(
///       width: { font.width(of: $0) }, height: { font.height(of: $0, in: $1) })
///     let scene = try KeyboardScene(file, labels: labels)
///
/// Labels that are not wrapped need none: a view's natural size is what its file says.
public struct LabelMeasure {
  /// The width of a label on one line.
  public var width: (_ label: String) -> Double
  /// The height of a label in a width.
  public var height: (_ label: String, _ width: Double) -> Double

  /// Measures as told; the same label and width have to give the same numbers at any time.
  public init(
    width: @escaping (_ label: String) -> Double,
    height: @escaping (_ label: String, _ width: Double) -> Double
  ) {
    self.width = width
    self.height = height
  }

  /// Labels of characters that are 8 points wide and 16 high, broken anywhere: for hosts that draw
  /// none.
  public init() {
    self.init(
      width: { 8 * Double($0.count) },
      height: { label, width in
        let columns = max(1, (width / 8).rounded(.down))
        return 16 * (Double(label.count) / columns).rounded(.up)
      })
  }
}
