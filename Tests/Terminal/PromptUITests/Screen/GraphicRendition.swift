@testable import PromptUI

extension Palette {
  func graphicRendition(of style: Style, over former: Style = .plain) -> String {
    var bytes: [UInt8] = []
    selectGraphicRendition(of: style, over: former, appendingTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
