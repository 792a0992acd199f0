import Glibc
import KeywardTestSystem

/// An entry of `/proc/PID/smaps`.
public struct Mapping: Equatable, Sendable {
  public let range: Range<UInt>
  public let permissions: String
  /// A path, `[heap]`, or empty.
  public let name: String
  /// In KiB, as is `locked`.
  public let resident: Int
  public let locked: Int
  /// Two letters each: `lo` locked, `dd` not dumped, `dc` not inherited.
  public let flags: Set<String>

  init(_ raw: test_mapping) {
    range = UInt(raw.start)..<UInt(raw.end)
    permissions = text(of: raw.permissions)
    name = text(of: raw.name)
    resident = Int(raw.resident)
    locked = Int(raw.locked)
    flags = Set(text(of: raw.flags).split(separator: " ").map(String.init))
  }

  public var isClosed: Bool { permissions.hasPrefix("---") }

  public var isSecret: Bool {
    locked > 0 && flags.isSuperset(of: ["lo", "dd", "dc"])
  }
}

public enum MemoryMap {
  public static func of(process: Int32) throws -> [Mapping] {
    var raw = [test_mapping](repeating: test_mapping(), count: 4096)
    let count = test_read_mappings(process, &raw, raw.count)
    guard count >= 0 else {
      throw HarnessError("mappings of \(process)", errno: Int32(-count))
    }
    guard count <= raw.count else { throw HarnessError("\(process) has \(count) mappings") }
    return raw.prefix(count).map(Mapping.init)
  }

  public static func mapping(at address: UInt) throws -> Mapping? {
    try of(process: getpid()).first { $0.range.contains(address) }
  }
}

private func text<T>(of array: T) -> String {
  withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
