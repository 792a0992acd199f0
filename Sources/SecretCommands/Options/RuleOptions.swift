import KeywardEngine

/// The options for accepted characters and their source.
package struct RuleOptions: CommandOptions {
  /// The keyboard that types characters; nil if the command line does not say.
  package var input: InputMode?
  /// True if a pressed key looks pressed; nil if the command line does not say.
  package var feedback: Feedback?
  /// The most characters that can be typed; nil for no limit.
  package var maxLength: Int?
  /// The only characters that can be typed; nil for all.
  package var allow: String?

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .choice("input") { $0.input = $1 },
    .choice("feedback") { $0.feedback = $1 },
    .value("max-length", OptionValues.length) { $0.maxLength = $1 },
    .value("allow", OptionValues.characters) { $0.allow = $1 },
  ]

  /// Puts these options into a keyboard's configuration.
  package func apply(to configuration: inout KeyboardConfiguration) {
    configuration.input = input ?? .any
    configuration.feedback = feedback ?? .none
    configuration.maxLength = maxLength
    configuration.allowList = allow.map { .characters(of: $0) }
  }
}
