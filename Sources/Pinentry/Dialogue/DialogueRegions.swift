import SecureMemory

/// The locked memory of the dialogues of a program, made before the terminal is touched.
///
/// A key goes through the ring into a field. Both are parts of one region where they fit in it, so that
/// a key costs one window, which is most of what it costs. At most four regions in any case, so that
/// 16 KiB of locked memory are enough.
public struct DialogueRegions: ~Copyable {
  var ring: InputRing
  /// Where passphrases go; nil where none is asked for.
  let fields: SecretFields?

  /// Allocates and locks.
  ///
  /// - Parameters:
  ///   - settings: How dialogues behave.
  ///   - capacity: The longest answer in bytes.
  ///   - repeats: Whether a second field may be asked for.
  /// - Throws: `SecretMemoryError` where the memory cannot be had, or not locked.
  public init(
    _ settings: ProgramSettings, longestAnswer capacity: Int, repeats: Bool
  ) throws(SecretMemoryError) {
    let needed =
      InputRing.defaultCapacity + capacity * (repeats ? 2 : 1) + Self.drawnCapacity
    var memory = try PartedMemory(needed, policy: settings.lockPolicy)
    let longest = settings.longestSecret
    let drawn = SecretText(in: try memory.take(Self.drawnCapacity))
    let second =
      repeats ? SecretField(SecretText(in: try memory.take(capacity)), longest: longest) : nil
    let first = SecretField(SecretText(in: try memory.take(capacity)), longest: longest)
    let ring = InputRing(in: try memory.take(InputRing.defaultCapacity))
    let scratch = try SecretBuffer(
      capacity: SecretBuffer.largestCapacity, policy: settings.lockPolicy)
    self.ring = ring
    fields = SecretFields(first: first, second: second, scratch: scratch, drawn: drawn)
  }

  /// Allocates what decisions need, locked or not: nothing that is read is a secret.
  ///
  /// - Throws: `SecretMemoryError` where the memory cannot be had.
  public init(withoutSecrets: Void) throws(SecretMemoryError) {
    ring = try InputRing(policy: .allowUnlocked)
    fields = nil
  }

  /// What a key of the drawn keyboard types is short.
  private static let drawnCapacity = 64
}

/// One region that is given out in parts, or one for every part where they do not fit in one.
private struct PartedMemory: ~Copyable {
  private var rest: SecretBuffer?
  private let policy: MemoryLockPolicy

  init(_ byteCount: Int, policy: MemoryLockPolicy) throws(SecretMemoryError) {
    let fits = byteCount <= SecretBuffer.largestCapacity
    rest = fits ? try SecretBuffer(capacity: byteCount, policy: policy) : nil
    self.policy = policy
  }

  mutating func take(_ byteCount: Int) throws(SecretMemoryError) -> SecretBuffer {
    guard var whole = rest.take() else {
      return try SecretBuffer(capacity: byteCount, policy: policy)
    }
    guard whole.capacity > byteCount else { return whole }
    let part = whole.splitOff(byteCount)
    rest = consume whole
    return part
  }
}

extension ClientChannel {
  /// A channel nobody is at the other end of.
  static func nobody() -> ClientChannel {
    reader(of: -1)
  }

  /// A channel whose other end says nothing, and waits for what will be written to a descriptor.
  static func reader(of descriptor: Int32) -> ClientChannel {
    ClientChannel(lines: LineReader(), writer: ReplyWriter(descriptor: descriptor), scratch: nil)
  }
}
