import KeywardEngine

extension Keyboard {
  /// A keyboard that types into a field, whose rules are its configuration's.
  ///
  /// - Throws: `CommandFailure` with the panels there are.
  package static func make(
    _ configuration: KeyboardConfiguration, field: SecretField
  ) throws(CommandFailure) -> Keyboard {
    do {
      return try Keyboard(configuration, field: field, makesRules: true)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }
}
