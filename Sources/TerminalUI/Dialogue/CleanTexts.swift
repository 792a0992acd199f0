/// The texts of a dialogue, harmless.
struct CleanTexts {
  let program: String
  let asker: String
  let warning: String
  let title: String
  let description: String
  let prompts: [String]
  let protections: [String]
  var error: String

  init(_ options: DialogueOptions, title: String, sanitizer: Sanitizer) {
    program = sanitizer.clean(options.program, as: .name)
    asker = sanitizer.clean(options.asker, as: .line)
    warning = sanitizer.clean(options.warning, as: .line)
    self.title = sanitizer.clean(title, as: .line)
    description = sanitizer.clean(options.description, as: .description)
    prompts = [options.prompt, options.repeatPrompt ?? ""].map { sanitizer.clean($0, as: .line) }
    protections = options.protections.map { sanitizer.clean($0, as: .line) }
    error = sanitizer.clean(options.error, as: .error)
  }
}
