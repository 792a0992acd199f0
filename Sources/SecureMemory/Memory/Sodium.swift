import CSodium

/// The state of libsodium in this process.
enum Sodium {
  /// Whether libsodium has been started; the first use starts it.
  static let isReady = sodium_init() >= 0
}
