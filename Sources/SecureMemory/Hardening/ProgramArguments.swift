import CPlatform

/// The words this program was started with.
///
/// `CommandLine` finds them through `/proc`, and finds none where a sandbox has taken that away: a
/// command with options then would be another one without.
package enum ProgramArguments {
  /// All words, the program's name first; what is not UTF-8 in them is replaced.
  package static var all: [String] {
    (0..<platform_argument_count()).compactMap { place in
      unsafe platform_argument(place).map { unsafe String(cString: $0) }
    }
  }

  /// The words behind the program's name.
  package static var behindName: [String] { Array(all.dropFirst()) }

  /// The path by which the system was told to run this program, from the folder it was started in; nil
  /// where that is not known.
  package static var executedPath: String? {
    guard let path = unsafe platform_executed_path() else { return nil }
    return unsafe String(cString: path)
  }
}
