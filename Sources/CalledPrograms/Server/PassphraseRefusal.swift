import SecureMemory

/// The reason why no passphrase is taken.
package enum PassphraseRefusal: Hashable, Sendable {
  /// Memory could not be had, or could not be locked.
  case memory(SecretMemoryError)
  /// Other programs could read the memory.
  case protection(HardeningError)

  /// One sentence with the next step for the user.
  package var sentence: String {
    switch self {
    case .memory(let error): return error.description
    case .protection(let error): return error.description
    }
  }
}

/// The line that a client waits for.
package enum PinentryGreeting {
  /// The line with its line feed; it goes out before any slow step.
  package static var line: StaticString { "OK Keyward is ready\n" }
}
