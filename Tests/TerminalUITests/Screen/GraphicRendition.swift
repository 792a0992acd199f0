@testable import TerminalUI

extension Palette {
  /// The control sequence of a style, as text.
  func graphicRendition(of style: Style) -> String {
    var bytes: [UInt8] = []
    selectGraphicRendition(of: style, appendingTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
