/// The texts of a prompt, harmless.
package struct PromptTexts {
  let program: String
  let asker: String
  package let warning: String
  let title: String
  let description: String
  let error: String
  let prompts: [String]
  let protections: [String]
  let capsLockHint: String

  init(_ options: DialogueOptions, sanitizer: Sanitizer) {
    program = sanitizer.clean(options.program, as: .name)
    asker = sanitizer.clean(options.asker, as: .line)
    warning = sanitizer.clean(options.warning, as: .line)
    title = sanitizer.clean(options.title, as: .line)
    description = sanitizer.clean(options.description, as: .description)
    error = sanitizer.clean(options.error, as: .error)
    prompts = [options.prompt, options.repeatPrompt ?? ""].map { sanitizer.clean($0, as: .line) }
    protections = options.protections.map { sanitizer.clean($0, as: .line) }
    let hint = sanitizer.clean(options.capsLockHint, as: .line)
    capsLockHint = hint.isEmpty ? "Caps Lock is on" : hint
  }

  /// What is said where settings of the terminal were not ours any more.
  package static let terminalChanged =
    "Another program changed this terminal, so what was typed was dropped. Type it again."

  /// What line mode says first: who asks, and what for.
  var introduction: [String] {
    var lines: [String] = []
    if !asker.isEmpty { lines.append("\(program): \(asker)") }
    if !warning.isEmpty { lines.append("Warning: \(warning)") }
    if !title.isEmpty { lines.append(title) }
    if !description.isEmpty {
      lines += description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return lines
  }

  /// The parts every picture has.
  func content(on surface: PromptSurface, fields: [ScreenContent.Field]) -> ScreenContent {
    var content = ScreenContent(program: program, fields: fields, glyphs: surface.glyphs)
    content.asker = asker
    content.warning = warning
    content.title = title
    content.description = description
    content.protections = protections
    content.hasColor = surface.hasColor
    return content
  }
}
