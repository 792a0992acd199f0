/// The characters a held key offers, in a row above it; its own comes first.
package struct AlternatesPopup: Hashable, Sendable {
  /// The slot of the held key.
  package let slot: Int
  /// The text that each place inserts and shows.
  package let options: [String]
  /// The places, in the panel's coordinates; those of keys in the first row lie above the panel.
  package let frames: [Rect]
  /// The place that a release takes.
  package private(set) var selected = 0

  init(slot: Int, options: [String], panel: PanelLayout) {
    self.slot = slot
    self.options = options
    let key = panel.keys[slot].frame
    let pitch = panel.keyWidth + panel.gap
    let width = Double(options.count) * pitch - panel.gap
    // The key's own character stands over the key as long as the row stays inside the panel.
    let left = max(0, min(key.midX - panel.keyWidth / 2, panel.size.width - width))
    frames = options.indices.map { index in
      Rect(
        x: left + Double(index) * pitch, y: key.minY - panel.line - panel.keyHeight,
        width: panel.keyWidth, height: panel.keyHeight)
    }
  }

  /// Selects the place nearest to a point.
  ///
  /// - Returns: `false` if the point is more than a key height away from all of them.
  mutating func select(at point: Point) -> Bool {
    let place = Self.place(nearest: point, of: frames, within: frames.first?.height ?? 0)
    return select(place)
  }

  /// Selects a place.
  ///
  /// - Returns: `false` for a place that does not exist.
  mutating func select(_ place: Int?) -> Bool {
    guard let place, options.indices.contains(place) else { return false }
    selected = place
    return true
  }

  /// Finds the place nearest to a point, for hosts that draw the places elsewhere.
  ///
  /// - Parameters:
  ///   - point: A point in the coordinates of `frames`.
  ///   - frames: The frames of the places.
  ///   - reach: The greatest distance of a point; the height of a key.
  /// - Returns: The place; `nil` if the point is farther away from all of them.
  package static func place(
    nearest point: Point, of frames: [Rect], within reach: Double
  ) -> Int? {
    var nearest = Double.infinity
    var place: Int?
    for (index, frame) in frames.enumerated() {
      let x = max(frame.minX - point.x, 0, point.x - frame.maxX)
      let y = max(frame.minY - point.y, 0, point.y - frame.maxY)
      let distance = (x * x + y * y).squareRoot()
      guard distance < nearest, distance <= reach else { continue }
      nearest = distance
      place = index
    }
    return place
  }
}
