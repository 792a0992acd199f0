/// An error about a step that is invalid, or impossible for the simulated keyboard.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No step begins with this word.
  case unknownStep(String)
  /// A known step has an invalid value; `form` shows the right form.
  case malformed(String, form: String)
  /// The shown panel has no such key; `known` are its ids.
  case unknownKey(String, panel: PanelName, known: [String])
  /// The keyboard has no such panel; `known` are those it can show.
  case unknownPanel(PanelName, known: [PanelName])
  /// No screen has this size.
  case screen(ScreenError)
  /// The screen is too small for keys, so that none can be pressed.
  case noKeys

  /// A sentence with the remedy.
  public var description: String {
    switch self {
    case .unknownStep(let text):
      "There is no step “\(text)”. Steps are: \(SimulationStep.forms.joined(separator: ", "))."
    case .malformed(let text, let form):
      "The step “\(text)” cannot be read. Write it as "
        + [form, SimulationStep.meaning(ofForm: form)].filter { !$0.isEmpty }
        .joined(separator: ", ") + "."
    case .unknownKey(let key, let panel, let known):
      "Panel “\(panel.rawValue)” shows no key “\(key)”. Switch the panel first, or give one of: "
        + known.joined(separator: " ")
    case .unknownPanel(let panel, let known):
      "This keyboard cannot show panel “\(panel.rawValue)”. It has: "
        + known.map(\.rawValue).joined(separator: ", ") + "."
    case .screen(let error): error.description
    case .noKeys:
      "The screen is too small to show keys, so none can be pressed. Use a larger screen."
    }
  }
}
