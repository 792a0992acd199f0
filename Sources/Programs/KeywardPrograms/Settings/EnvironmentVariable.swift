import Glibc

/// The variables in the environment of this process.
package enum EnvironmentVariable {
  /// The value; nil if it is not set.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
