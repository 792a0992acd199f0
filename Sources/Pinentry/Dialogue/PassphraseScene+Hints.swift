/// What is said below the fields.
extension PassphraseScene {
  var hints: [String] {
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
