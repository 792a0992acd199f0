import KeyboardEngine

extension KeyboardEvent.Name {
  /// The two-letter form for order pictures: `O WC WS DC DS`, and words for the others.
  package var shortForm: String {
    switch self {
    case .keyboardWillShow: "WS"
    case .keyboardDidShow: "DS"
    case .keyboardWillHide: "WH"
    case .keyboardDidHide: "DH"
    case .keyboardWillChangeFrame: "WC"
    case .keyboardDidChangeFrame: "DC"
    case .orientationDidChange: "O"
    case .panelDidChange: "panel"
    case .layoutDidChange: "layout"
    case .shiftDidChange: "shift"
    case .altgrDidChange: "altgr"
    case .textDidChange: "text"
    }
  }
}

extension Sequence where Element == KeyboardEvent {
  /// The order of the events as one line, as in `O WC WS DC DS`.
  package var picture: String { map(\.name.shortForm).joined(separator: " ") }
}
