/// What a passphrase prompt says beside what every prompt says, harmless; made once, since every key is
/// shown.
struct PassphraseLabels {
  let repeatError: String
  let repeatMatch: String
  let quality: String?
  let hints: [String]
  let shortHints: [String]
  let groupingHint: String
  let tips: [String]
  let refusalTitle: String
  let buttons: [ScreenContent.Button]

  init(_ options: DialogueOptions, sanitizer: Sanitizer) {
    repeatError = sanitizer.clean(options.repeatError, as: .error)
    repeatMatch = sanitizer.clean(options.repeatMatch, as: .line)
    quality = options.quality.map { sanitizer.clean($0.label, as: .line) }
    groupingHint = sanitizer.clean(options.groupingHint, as: .description)
    refusalTitle = sanitizer.clean(options.refusalTitle, as: .line)
    let visible = options.isVisible ? ["What you type is shown."] : []
    let suggestion = options.generator.map {
      "Ctrl-G: " + ButtonLabel(sanitizer.clean($0.label, as: .line), orElse: "Suggest").text
    }
    let hint = sanitizer.clean(options.hint, as: .description)
    hints = visible + (options.asksConsent ? [hint] : []) + [suggestion].compactMap { $0 }
    let shortHint = sanitizer.clean(options.shortHint, as: .line)
    shortHints = (shortHint.isEmpty ? [] : [shortHint]) + visible
    tips = [options.quality?.tip, options.generator?.tip].compactMap { tip in
      tip.flatMap { $0.isEmpty ? nil : sanitizer.clean($0, as: .description) }
    }
    func button(
      _ label: String?, _ usual: String, _ choice: ScreenContent.Choice
    ) -> ScreenContent.Button? {
      label.map {
        ButtonLabel(sanitizer.clean($0, as: .line), orElse: usual).button(choice)
      }
    }
    buttons = [
      button(options.yesLabel, "_OK", .submit), button(options.cancelLabel, "_Cancel", .cancel),
    ].compactMap { $0 }
  }
}
