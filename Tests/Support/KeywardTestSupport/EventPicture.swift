import KeywardEngine

extension KeyboardEvent.Name {
  /// Two letters for events in order pictures such as `O WC WS DC DS`, words for the others.
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
  package var picture: String { map(\.name.shortForm).joined(separator: " ") }
}
