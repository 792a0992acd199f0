import SecureMemory

/// Why no passphrase is taken.
package enum PassphraseRefusal: Hashable, Sendable {
  /// Memory could not be locked, or not be had.
  case memory(SecretMemoryError)
  /// Other programs could read the memory.
  case protection(HardeningError)

  /// One sentence that says what to do next.
  package var sentence: String {
    switch self {
    case .memory(let error): return error.description
    case .protection(let error): return error.description
    }
  }
}

/// The line a client waits for.
package enum PinentryGreeting {
  /// The line with its line feed; it goes out before anything slow.
  package static var line: StaticString { "OK Keyward is ready\n" }
}
