import Glibc
import KeywardTestSystem

public struct Residue: Hashable, Sendable, CustomStringConvertible {
  public enum Encoding: String, Hashable, Sendable { case utf8, utf16, utf32 }

  public let address: UInt
  public let encoding: Encoding
  /// The distance in memory from one byte to the next.
  public let stride: Int
  /// The index of the first byte in the encoded secret.
  public let start: Int
  public let length: Int
  /// True in locked memory that is neither dumped nor inherited.
  public let isInRegion: Bool
  public let place: String

  public init(
    address: UInt, encoding: Encoding, stride: Int, start: Int, length: Int, isInRegion: Bool,
    place: String
  ) {
    (self.address, self.encoding, self.stride) = (address, encoding, stride)
    (self.start, self.length, self.isInRegion, self.place) = (start, length, isInRegion, place)
  }

  fileprivate func covers(_ other: Residue) -> Bool {
    encoding == other.encoding && stride == other.stride && start <= other.start
      && start + length >= other.start + other.length
      && address &+ UInt((other.start - start) * stride) == other.address
  }

  public var description: String {
    "\(length) bytes from \(start) as \(encoding) every \(stride) at \(String(address, radix: 16)) in "
      + (isInRegion ? "a region" : place)
  }
}

/// The search for a secret in a process: at every stride up to `largestStride`, in UTF-8, UTF-16
/// and UTF-32.
///
/// Run it as root, since nobody else can read a hardened process, and while the process waits for
/// input. Bytes from before the typing, the `baseline`, are not residues.
public struct ResidueScan {
  /// The minimum length of a piece in bytes.
  public static let least = 5
  public static let largestStride = 128

  private let patterns: [Pattern]
  private var baseline: [Residue] = []

  private struct Pattern {
    let encoding: Residue.Encoding
    let bytes: [UInt8]
    let least: Int
    let unit: Int
    let strides: ClosedRange<Int>
  }

  public init(for secret: String) {
    let writings = Self.writings(of: secret)
    let utf8 = writings.utf8
    // A long secret has many pieces: some turn up by chance at wide strides.
    let wide = utf8.count > 128 ? 8 : Self.least
    let strides = 2...Self.largestStride
    var patterns = [
      Pattern(encoding: .utf8, bytes: utf8, least: Self.least, unit: 1, strides: 1...1),
      Pattern(encoding: .utf8, bytes: utf8, least: wide, unit: 1, strides: strides),
    ]
    // ASCII in these encodings is UTF-8 at strides 2 and 4.
    if !secret.utf8.allSatisfy({ $0 < 0x80 }) {
      patterns += [
        Pattern(encoding: .utf16, bytes: writings.utf16, least: 6, unit: 2, strides: 1...1),
        Pattern(encoding: .utf32, bytes: writings.utf32, least: 12, unit: 4, strides: 1...1),
      ]
    }
    self.patterns = patterns.filter { $0.bytes.count >= $0.least }
  }

  static func writings(
    of secret: String
  ) -> (utf8: [UInt8], utf16: [UInt8], utf32: [UInt8]) {
    (
      Array(secret.utf8), secret.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
      secret.unicodeScalars.flatMap { scalar in
        (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xff) }
      }
    )
  }

  public mutating func takeBaseline(of process: Int32) throws {
    baseline = try everything(in: process)
  }

  public func residues(in process: Int32) throws -> [Residue] {
    try everything(in: process).filter { piece in
      // Earlier contents may be partly overwritten by now.
      !baseline.contains { $0.covers(piece) }
    }
  }

  public func isFound(in bytes: [UInt8]) -> Bool {
    count(in: bytes) > 0
  }

  public func count(in bytes: [UInt8]) -> Int {
    patterns.reduce(0) { $0 + matches($1, in: bytes, count: bytes.count).count }
  }

  private func everything(in process: Int32) throws -> [Residue] {
    let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else {
      throw HarnessError("/proc/\(process)/mem", errno: errno)
    }
    defer { close(memory) }
    let mappings = try MemoryMap.of(process: process)
    var result: [Residue] = []
    for mapping in mappings where mapping.mayHoldData {
      let size = mapping.range.count
      var bytes = [UInt8](repeating: 0, count: size)
      // Reading page by page, without untouched pages, would be no faster.
      let count = pread(memory, &bytes, size, off_t(mapping.range.lowerBound))
      guard count > 0 else { continue }
      for pattern in patterns {
        result += find(pattern, in: bytes, count: count, of: mapping).filter {
          !$0.isOfPointers(in: bytes.prefix(count), of: mapping, among: mappings)
        }
      }
    }
    return result
  }

  private func find(
    _ pattern: Pattern, in bytes: [UInt8], count: Int, of mapping: Mapping
  ) -> [Residue] {
    matches(pattern, in: bytes, count: count).map { match in
      Residue(
        address: mapping.range.lowerBound + UInt(match.offset), encoding: pattern.encoding,
        stride: match.stride, start: match.start, length: match.length,
        isInRegion: mapping.isSecret,
        place: "\(mapping.permissions) \(mapping.name)")
    }
  }

  private func matches(
    _ pattern: Pattern, in bytes: [UInt8], count: Int
  ) -> ArraySlice<test_match> {
    var matches = [test_match](repeating: test_match(), count: 4096)
    let found = test_find_residue(
      bytes, count, pattern.bytes, pattern.bytes.count, pattern.least, pattern.unit,
      pattern.strides.lowerBound, pattern.strides.upperBound, &matches, matches.count)
    return matches.prefix(found)
  }
}

extension Residue {
  /// True if each byte of the piece is in a pointer to mapped memory.
  ///
  /// Where the heap begins is random: once in a few hundred runs, columns of pointers are digits.
  public func isOfPointers(
    in bytes: ArraySlice<UInt8>, of mapping: Mapping, among mappings: [Mapping]
  ) -> Bool {
    stride.isMultiple(of: MemoryLayout<UInt>.size)
      && (0..<length).allSatisfy { index in
        let offset = Int(address - mapping.range.lowerBound) + index * stride
        let word = offset & ~(MemoryLayout<UInt>.size - 1)
        guard word + MemoryLayout<UInt>.size <= bytes.count else { return false }
        let pointer = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: word, as: UInt.self)
        }
        return mappings.contains { $0.range.contains(pointer) }
      }
  }
}

extension [Residue] {
  /// True if the whole secret is in regions `count` times, and no piece of it is elsewhere.
  public func isHeld(_ secret: String, times count: Int = 1) -> Bool {
    let length = secret.utf8.count
    let whole = filter { $0.isInRegion && $0.length == length && $0.stride == 1 }
    let ranges = whole.map { $0.address..<$0.address + UInt(length) }
    // A secret that repeats itself is also found in itself, and random bytes before a region may
    // continue it. Fewer bytes than a piece do not count.
    return whole.count == count
      && allSatisfy { piece in
        let inside = piece.address + UInt((ResidueScan.least - 1) * piece.stride)
        return ranges.contains { $0.contains(piece.address) || $0.contains(inside) }
      }
  }
}

extension Mapping {
  /// True if the program can have written here; closed regions count, code does not.
  fileprivate var mayHoldData: Bool {
    guard resident > 0 || isClosed else { return false }
    if name == "[vvar]" || name == "[vsyscall]" || name == "[vdso]" { return false }
    return permissions.contains("w") || isSecret || (isClosed && flags.contains("lo"))
  }
}
