/// The place of a text that a caller chose, which limits its length.
package enum CallerText: Hashable, Sendable {
  /// A prompt or title: one line of at most 256 characters.
  case line
  /// An error: one line of at most 1 KiB.
  case error
  /// A description: at most 8 KiB and 200 lines.
  case description
  /// The name of a program or a key's label: one line of at most 64 characters.
  case name

  var maximumCharacters: Int {
    switch self {
    case .line: 256
    case .name: 64
    case .error, .description: .max
    }
  }

  var maximumBytes: Int {
    switch self {
    case .line, .name: .max
    case .error: 1024
    case .description: 8192
    }
  }

  var maximumLines: Int { self == .description ? 200 : 1 }
}
