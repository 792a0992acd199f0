/// What is said below the fields.
extension PassphraseScene {
  /// What a graphical program shows when the mouse rests on the quality bar or the generator.
  var tips: [String] {
    [request.qualityBar?.tip, request.generator?.tip].compactMap { tip in
      tip.flatMap { $0.isEmpty ? nil : frame.clean($0, .description) }
    }
  }

  func hints(isRevealed: Bool) -> [String] {
    if !isVisible, request.constraints == nil, request.generator == nil, !request.isFormatted {
      return []
    }
    var hints: [String] = []
    if isVisible { hints.append("What you type is shown.") }
    if let constraints = request.constraints {
      let hint = constraints.longHint.isEmpty ? constraints.shortHint : constraints.longHint
      hints.append(frame.clean(hint, .description))
    }
    if isRevealed, request.isFormatted {
      hints.append(
        request.formattedHint.isEmpty
          ? "The blanks are not part of it." : frame.clean(request.formattedHint, .description))
    }
    if let generator = request.generator {
      hints.append("Ctrl-G: " + frame.button(generator.label, "Suggest").text)
    }
    return hints
  }
}
