import CPlatform

/// The words this program was started with.
///
/// `CommandLine` reads them through `/proc`, and finds none if a sandbox has taken that away; a
/// command with options would then become a command without.
package enum ProgramArguments {
  /// All words, the program's name first; bytes that are not UTF-8 are replaced.
  package static var all: [String] {
    (0..<platform_argument_count()).compactMap { place in
      unsafe platform_argument(place).map { unsafe String(cString: $0) }
    }
  }

  /// The words behind the program's name.
  package static var behindName: [String] { Array(all.dropFirst()) }

  /// The path by which the system started this program, relative to its first folder; nil if it is
  /// not known.
  package static var executedPath: String? {
    guard let path = unsafe platform_executed_path() else { return nil }
    return unsafe String(cString: path)
  }
}
