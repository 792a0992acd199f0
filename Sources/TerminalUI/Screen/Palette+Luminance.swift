import Glibc

extension Palette.RGB {
  /// The relative luminance of an sRGB colour, 0 for black to 1 for white.
  ///
  /// Source: WCAG 2.2, <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// True if black is more legible on it than white.
  ///
  /// The contrast of two colours is (L1 + 0.05) / (L2 + 0.05) there, so black and white are equal
  /// at √(1.05 · 0.05) - 0.05, which is 0.179.
  var isLight: Bool { (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 }
}
