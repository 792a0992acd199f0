/// The showing of a secret's characters, and its end.
struct Reveal: Hashable {
  var isOn = false
  /// True if they are those of a made passphrase, shown until the next key.
  var isMade = false
  /// True if the passphrase was made unasked: the first typed character takes its place.
  var isOffered = false
  /// The time at which it ends by itself.
  var end: Double?

  /// The seconds for which a person may look.
  static let time = 10.0
}
