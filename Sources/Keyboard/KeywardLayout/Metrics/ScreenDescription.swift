import KeywardGeometry

/// A screen in one orientation, with the safe area insets of both orientations.
public struct ScreenDescription: Hashable, Sendable {
  /// The id of a known device, `custom` for a screen of a specified size, or `terminal` for a
  /// terminal window.
  package let device: String
  /// The kind of device.
  public let idiom: Idiom
  /// The orientation of the screen.
  public private(set) var orientation: Orientation
  /// The size in points, in the current orientation.
  public private(set) var size: Size
  /// The safe area insets in portrait, in points.
  public private(set) var portraitSafeArea: RectInsets
  /// The safe area insets in landscape, in points.
  public private(set) var landscapeSafeArea: RectInsets

  static let leastPadSide = 600.0

  /// The maximum length of a side, in points.
  public static let longestSide = 100_000.0

  /// The safe area insets of the current orientation, in points.
  public var safeArea: RectInsets { safeArea(orientation) }

  /// Returns the safe area insets of an orientation, in points.
  public func safeArea(_ orientation: Orientation) -> RectInsets {
    orientation == .portrait ? portraitSafeArea : landscapeSafeArea
  }

  /// The width between the left and right safe area insets, in points.
  public var usableWidth: Double { size.width - safeArea.left - safeArea.right }

  /// The width that determines the form of a keyboard, in points.
  ///
  /// In a terminal, it is 8 points for each column. The size of a cell in pixels is ignored,
  /// because only the number of columns determines whether labels fit.
  package var formWidth: Double { usableWidth * formScale }
  private var formScale = 1.0

  /// Creates the screen of a known device.
  ///
  /// - Parameters:
  ///   - name: The id of the device, such as `iphone-xs`.
  ///   - orientation: The orientation; `nil` to derive it from the device's shape.
  /// - Throws: `UnknownName` for an unknown device.
  public init(device name: String, orientation: Orientation? = nil) throws(UnknownName) {
    let device = try Device.named(name)
    self.init(
      device: device, orientation: orientation ?? Orientation(of: device.portraitSize))
  }

  package init(device: Device, orientation: Orientation) {
    self.device = device.id
    idiom = device.idiom
    self.orientation = orientation
    size = orientation == .portrait ? device.portraitSize : device.portraitSize.swapped
    portraitSafeArea = device.portraitSafeArea
    landscapeSafeArea = device.landscapeSafeArea
  }

  /// Creates the screen of an unknown device.
  ///
  /// - Parameters:
  ///   - size: The sides in points, each from 1 to 100,000.
  ///   - safeArea: The insets in the initial orientation. The insets in the other orientation are
  ///     derived from them; for example, a phone without insets in landscape gets a status bar of
  ///     20 points in portrait. `nil` means no insets in either orientation.
  ///   - idiom: The kind of device.
  ///   - orientation: The orientation; `nil` to derive it from `size`. Width and height are swapped
  ///     if they contradict it.
  /// - Throws: `ScreenError` for an invalid size or invalid insets.
  public init(
    size: Size, safeArea: RectInsets? = nil, idiom: Idiom = .phone, orientation: Orientation? = nil
  ) throws(ScreenError) {
    try ScreenError.check(size: size)
    let insets = safeArea ?? .zero
    device = "custom"
    self.idiom = idiom
    self.orientation = orientation ?? Orientation(of: size)
    self.size = Self.turned(size, to: self.orientation)
    try ScreenError.check(safeArea: insets, on: self.size)
    let derived = Self.derivedSafeArea(from: insets, of: self.orientation, idiom: idiom)
    let other = safeArea == nil ? .zero : derived
    portraitSafeArea = self.orientation == .portrait ? insets : other
    landscapeSafeArea = self.orientation == .landscape ? insets : other
  }

  /// Creates the screen of a terminal window of at least one cell, without insets.
  ///
  /// If `pixelsOfCell` is `nil`, the screen is a phone's, and a cell has 8 × 16 points. Otherwise a
  /// point is a pixel, and the screen is a pad's if its shorter side has at least 600 points. The
  /// default orientation is landscape for a window that is wider than it is tall.
  package init(
    columns: Int, lines: Int, pixelsOfCell: Size? = nil, orientation: Orientation? = nil
  ) throws(ScreenError) {
    let cell = pixelsOfCell ?? Size(width: CellGrid.cellWidth, height: CellGrid.cellHeight)
    let size = Size(width: Double(columns) * cell.width, height: Double(lines) * cell.height)
    try ScreenError.check(size: size)
    device = "terminal"
    formScale = CellGrid.cellWidth / cell.width
    let isPad = pixelsOfCell != nil && min(size.width, size.height) >= Self.leastPadSide
    idiom = isPad ? .pad : .phone
    self.orientation = orientation ?? Orientation(of: size)
    self.size = Self.turned(size, to: self.orientation)
    portraitSafeArea = .zero
    landscapeSafeArea = .zero
  }

  /// Returns the same screen in another orientation, with width and height swapped if necessary.
  public func turned(to orientation: Orientation) -> ScreenDescription {
    var screen = self
    screen.orientation = orientation
    if orientation != self.orientation { screen.size = size.swapped }
    return screen
  }

  /// Returns the same screen with another size and the same insets.
  ///
  /// The size also determines the orientation; a square is in portrait.
  ///
  /// - Throws: `ScreenError` for an invalid size.
  public func resized(to size: Size) throws(ScreenError) -> ScreenDescription {
    try ScreenError.check(size: size)
    var screen = self
    screen.size = size
    screen.orientation = Orientation(of: size)
    try ScreenError.check(safeArea: screen.safeArea, on: size)
    return screen
  }

  private static func turned(_ size: Size, to orientation: Orientation) -> Size {
    let isWide = size.width > size.height
    let isTall = size.width < size.height
    return (orientation == .portrait ? isWide : isTall) ? size.swapped : size
  }

  /// Derives the default insets of a screen after a quarter turn.
  ///
  /// `insets` are the insets in `orientation`, before the turn. The insets of a pad stay the same.
  /// On a phone, the top inset (the notch) moves to both sides, and the home indicator is 34 points
  /// high in portrait and 21 in landscape. A phone without insets in landscape has a status bar of
  /// 20 points in portrait.
  static func derivedSafeArea(
    from insets: RectInsets, of orientation: Orientation, idiom: Idiom
  ) -> RectInsets {
    if idiom == .pad { return insets }
    if orientation == .portrait {
      guard insets.bottom > 0 else { return .zero }
      return RectInsets(top: 0, left: insets.top, bottom: 21, right: insets.top)
    }
    if insets == .zero { return RectInsets(top: 20) }
    return RectInsets(top: insets.left, bottom: insets.bottom > 0 ? 34 : 0)
  }
}

extension ScreenDescription: CustomStringConvertible {
  /// The idiom, orientation, size and safe area in the form used in messages.
  public var description: String { "\(idiom), \(orientation), \(size), safe area \(safeArea)" }
}

/// An error about an invalid size or invalid insets.
@nonexhaustive public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A side that is not a number from 1 to 100,000 points.
  case size(Size)
  /// An inset that is below 0 or not a number, or insets that leave nothing of the screen.
  case safeArea(RectInsets)

  /// The cause and the remedy.
  public var description: String {
    switch self {
    case .size(let size):
      "A screen cannot be \(size.width.plain) × \(size.height.plain) points. "
        + "Give a width and height from 1 to \(ScreenDescription.longestSide.plain), such as "
        + "375x812."
    case .safeArea(let insets):
      "A safe area cannot be \(insets.top.plain),\(insets.left.plain),\(insets.bottom.plain),"
        + "\(insets.right.plain). Give four distances of at least 0, such as 44,0,34,0, that leave "
        + "a part of the screen free."
    }
  }

  static func check(size: Size) throws(ScreenError) {
    let allowed = 1...ScreenDescription.longestSide
    guard allowed.contains(size.width), allowed.contains(size.height) else { throw .size(size) }
  }

  static func check(safeArea: RectInsets, on size: Size) throws(ScreenError) {
    let allowed = 0...ScreenDescription.longestSide
    for inset in [safeArea.top, safeArea.left, safeArea.bottom, safeArea.right] {
      guard allowed.contains(inset) else { throw .safeArea(safeArea) }
    }
    guard safeArea.left + safeArea.right < size.width,
      safeArea.top + safeArea.bottom < size.height
    else { throw .safeArea(safeArea) }
  }
}

extension Double {
  /// The number without a zero fraction: `375.0` → `375`, `4.5` → `4.5`.
  var plain: String {
    guard self == rounded(), magnitude < 1e15 else { return description }
    return String(Int(self))
  }
}
