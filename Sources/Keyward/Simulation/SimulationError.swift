/// A step that cannot be read, or that the simulated keyboard cannot take.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No step begins like this.
  case unknownStep(String)
  case malformed(String, form: String)
  case unknownKey(String, panel: PanelName)
  case unknownPanel(PanelName, known: [PanelName])
  /// No screen has this size.
  case screen(ScreenError)
  /// The screen is too small for keys, so that none can be pressed.
  case noKeys

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .unknownStep(let text):
      "There is no step “\(text)”. Steps are: \(SimulationStep.forms.joined(separator: ", "))."
    case .malformed(let text, let form):
      "The step “\(text)” cannot be read. Write it as \(form)."
    case .unknownKey(let key, let panel):
      "Panel “\(panel.rawValue)” shows no key “\(key)”. Give the id of a key it shows, "
        + "or switch the panel first."
    case .unknownPanel(let panel, let known):
      "This keyboard cannot show panel “\(panel.rawValue)”. It has: "
        + known.map(\.rawValue).joined(separator: ", ") + "."
    case .screen(let error): error.description
    case .noKeys:
      "The screen is too small to show keys, so none can be pressed. Use a larger screen."
    }
  }
}
