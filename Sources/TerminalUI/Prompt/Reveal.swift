/// Whether characters of a secret are shown, and until when.
struct Reveal: Hashable {
  var isOn = false
  /// Whether they are those of a passphrase that was made: shown until the next key.
  var isMade = false
  /// Whether that was made unasked: the first character typed takes its place.
  var isOffered = false
  /// When it ends by itself.
  var end: Double?

  /// How long a person may look, in seconds.
  static let time = 10.0
}
