/// The line that a client waits for.
package enum PinentryGreeting {
  /// The line with its line feed; it goes out before any slow step.
  package static var line: StaticString { "OK Keyward is ready\n" }
}
