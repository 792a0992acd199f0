@testable import KeywardTerminal

extension Palette {
  func graphicRendition(of style: Style, over former: Style = .plain) -> String {
    let parameters = parameters(of: style, over: former)
    return parameters.isEmpty
      ? "" : "\u{1b}[" + parameters.map(String.init).joined(separator: ";") + "m"
  }
}
