import KeyboardEngine

extension Keyboard {
  /// Makes a keyboard that types into a field, and gives the field its configuration's rules.
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
