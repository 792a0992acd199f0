import CSodium

/// The state of libsodium in this process.
enum Sodium {
  /// True if libsodium has been started; the first use starts it.
  static let isReady = sodium_init() >= 0
}
