import Glibc

/// What the environment of this process holds.
package enum EnvironmentVariable {
  /// The value; nil where it is not set.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
