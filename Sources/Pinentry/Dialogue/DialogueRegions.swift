import SecureMemory

/// The locked memory of a program that asks by itself, without a client that talks to it.
///
/// Four regions, so that 16 KiB of locked memory are enough.
struct DialogueRegions: ~Copyable {
  var ring: InputRing
  let fields: SecretFields

  /// Allocates and locks.
  ///
  /// - Parameters:
  ///   - settings: How dialogues behave.
  ///   - capacity: The longest answer in bytes.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  init(_ settings: ProgramSettings, longestAnswer capacity: Int) throws(SecretMemoryError) {
    let ring = try InputRing(policy: settings.lockPolicy)
    fields = try SecretFields(
      capacity: capacity, longest: settings.longestSecret, repeats: false, draws: true,
      policy: settings.lockPolicy)
    self.ring = ring
  }
}

extension ClientChannel {
  /// A channel nobody is at the other end of.
  static func nobody() -> ClientChannel {
    ClientChannel(lines: LineReader(), writer: ReplyWriter(descriptor: -1), scratch: nil)
  }
}
