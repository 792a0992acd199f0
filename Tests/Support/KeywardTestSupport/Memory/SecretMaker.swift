/// Makes secrets that have no piece in common; see `TypedSecret`.
public struct SecretMaker {
  /// Characters are taken from each group in turn, so that neighbours differ in kind.
  public struct Alphabet: Sendable {
    fileprivate let groups: [[Character]]

    /// None of the signs joins words or numbers.
    public static let ascii = Alphabet(groups: [
      Array("abcdefghijkmnopqrstuvwxyz"), Array("23456789"), Array("ABCDEFGHJKLMNPQRSTUVWXYZ"),
      Array("!#%&*+=?@^~"),
    ])

    /// The characters have 2, 3, 2, 4, 2 and 3 bytes: 16 bytes for six characters.
    ///
    /// Groups with more bytes are large, since their characters may share most of a piece.
    public static let multiByte = Alphabet(groups: [
      characters(0x0430...0x044F), characters(0xAC00...0xD7A3), characters(0x03B1...0x03C9),
      characters(0x20000...0x2A6D0), characters(0x0561...0x0586), characters(0x4E00...0x9FEF),
    ])

    private static func characters(_ range: ClosedRange<UInt32>) -> [Character] {
      range.compactMap { Unicode.Scalar($0).map(Character.init) }
    }
  }

  public let seed: UInt64
  private var random: SplitMix
  private var secrets: [String] = []
  private var pieces: Set<Piece> = []

  public init(seed: UInt64) {
    self.seed = seed
    random = SplitMix(state: seed)
  }

  public mutating func secret(
    _ alphabet: Alphabet, length: Int, ending: String = ""
  ) -> String {
    // A try fails in the rare case that an encoding such as UTF-16 repeats a piece.
    for _ in 0..<1000 {
      guard let first = candidate(alphabet, length) else { continue }
      let secret = first + ending
      guard isUnlikeItself(secret), secrets.allSatisfy({ !isAlike($0, secret) }) else { continue }
      secrets.append(secret)
      let bytes = Array(secret.utf8)
      pieces.formUnion(bytes.indices.compactMap { Piece(in: bytes, endingAt: $0, stride: 1) })
      return secret
    }
    preconditionFailure("no secret of \(length) characters is left for seed \(seed)")
  }

  /// Begins with any group; nil if no character fits.
  private mutating func candidate(_ alphabet: Alphabet, _ length: Int) -> String? {
    let first = Int.random(in: alphabet.groups.indices, using: &random)
    var bytes: [UInt8] = []
    var own: Set<Piece> = []
    for index in 0..<length {
      let group = alphabet.groups[(first + index) % alphabet.groups.count]
      let before = bytes.count
      var tries = 0
      repeat {
        guard tries < 100 else { return nil }
        tries += 1
        bytes.removeSubrange(before...)
        bytes += String(group[Int.random(in: group.indices, using: &random)]).utf8
      } while !isNew(bytes, from: before, besides: own)
      own.formUnion(
        (before..<bytes.count).compactMap { Piece(in: bytes, endingAt: $0, stride: 1) })
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if each piece that ends at byte `start` or later is new, at any stride.
  private func isNew(_ bytes: [UInt8], from start: Int, besides own: Set<Piece>) -> Bool {
    (start..<bytes.count).allSatisfy { end in
      (1...ResidueScan.largestStride).allSatisfy { stride in
        guard let piece = Piece(in: bytes, endingAt: end, stride: stride) else { return true }
        return !pieces.contains(piece) && (stride > 1 || !own.contains(piece))
      }
    }
  }

  private func isUnlikeItself(_ secret: String) -> Bool {
    let scan = ResidueScan(for: secret)
    return Self.writings(of: secret).allSatisfy { scan.count(in: $0) <= 1 }
  }

  private func isAlike(_ one: String, _ other: String) -> Bool {
    [(one, other), (other, one)].contains { sought, place in
      let scan = ResidueScan(for: sought)
      return Self.writings(of: place).contains { scan.isFound(in: $0) }
    }
  }

  private static func writings(of secret: String) -> [[UInt8]] {
    let writings = ResidueScan.writings(of: secret)
    return [writings.utf8, writings.utf16, writings.utf32]
  }
}

/// The bytes of a shortest piece as one number.
private struct Piece: Hashable {
  private let value: UInt64

  /// Nil if the piece would begin before the first byte.
  init?(in bytes: [UInt8], endingAt end: Int, stride: Int) {
    let start = end - (ResidueScan.least - 1) * stride
    guard start >= 0 else { return nil }
    var value: UInt64 = 0
    for index in Swift.stride(from: start, through: end, by: stride) {
      value = value << 8 | UInt64(bytes[index])
    }
    self.value = value
  }
}
