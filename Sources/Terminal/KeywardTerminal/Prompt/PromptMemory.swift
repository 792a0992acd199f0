import KeywardEngine

/// The locked memory of prompts, allocated before the terminal is changed.
///
///     let memory = try PromptMemory(capacities: [255, 255])     // a field, and its repetition
///
/// Typed characters are read into the input ring and then inserted into a field. The scratch buffer
/// holds revealed characters and other temporary data. The ring, the scratch buffer and each field
/// have a region of one page, between guard pages.
package final class PromptMemory {
  /// The scratch size in bytes: enough for a row of revealed characters, and for the events of one
  /// read.
  private static let shownBytes = 2048

  package var ring: InputRing
  var scratch: SecretBuffer
  package let fields: [SecretField]

  /// Creates locked memory with one field for each capacity in bytes.
  ///
  /// `longest` is the maximum length of a text in characters; nil for no limit except the capacity.
  /// With `remembersKeys`, the fields remember the keys that typed them, unless the memory for that
  /// cannot be locked.
  package init(
    capacities: [Int] = [SecretText.largestCapacity], longest: Int? = nil,
    remembersKeys: Bool = false, policy: MemoryLockPolicy = .required
  ) throws(SecretMemoryError) {
    let ring = try InputRing(policy: policy)
    let scratch = try SecretBuffer(capacity: Self.shownBytes, policy: policy)
    func fields(rememberingKeys: Bool) throws(SecretMemoryError) -> [SecretField] {
      try capacities.map { capacity throws(SecretMemoryError) in
        SecretField(
          try SecretText(capacity: capacity, remembersKeys: rememberingKeys, policy: policy),
          Acceptance(longest: longest))
      }
    }
    if remembersKeys, let remembering = try? fields(rememberingKeys: true) {
      self.fields = remembering
    } else {
      self.fields = try fields(rememberingKeys: false)
    }
    self.ring = ring
    self.scratch = scratch
  }

  /// Runs `body` with the UTF-8 form of a character, in locked memory.
  ///
  /// It uses the scratch buffer, which is free while input is handled.
  func withCharacter(_ character: Unicode.Scalar, _ body: (RawSpan) -> Void) {
    let units = character.utf8.count
    scratch.withMutableBytes { bytes in
      var offset = 0
      for unit in character.utf8 {
        bytes.storeBytes(of: unit, toByteOffset: offset, as: UInt8.self)
        offset += 1
      }
    }
    scratch.withBytes { body($0.extracting(0..<units)) }
    scratch.wipe(0..<units)
  }

  package func wipe(keepingInput: Bool = false) {
    if !keepingInput { ring.removeAll() }
    scratch.wipe()
    for field in fields { field.removeAll() }
  }
}
