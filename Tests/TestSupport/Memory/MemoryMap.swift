import Glibc

/// One mapping of a process, as `/proc/PID/smaps` describes it.
public struct Mapping: Equatable, Sendable {
  /// The addresses.
  public let range: Range<UInt>
  /// `rw-p` and the like.
  public let permissions: String
  /// What follows the inode: a path, `[heap]`, or nothing.
  public let name: String
  /// Locked memory in KiB.
  public internal(set) var locked = 0
  /// The two-letter flags: `lo` locked, `dd` not dumped, `dc` not inherited.
  public internal(set) var flags: Set<String> = []

  /// Whether the process may neither read nor write nor execute it.
  public var isClosed: Bool { permissions.hasPrefix("---") }

  /// Whether it is locked, kept out of core files and out of children.
  public var isSecret: Bool {
    locked > 0 && flags.isSuperset(of: ["lo", "dd", "dc"])
  }
}

/// The mappings of a process.
public enum MemoryMap {
  /// All mappings of process `process`, lowest first.
  public static func of(process: Int32) throws -> [Mapping] {
    var result: [Mapping] = []
    for line in try readAll("/proc/\(process)/smaps").split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard let first = fields.first else { continue }
      if let range = addresses(first), fields.count >= 5 {
        let name = fields.count > 5 ? fields[5...].joined(separator: " ") : ""
        result.append(Mapping(range: range, permissions: String(fields[1]), name: name))
      } else if first == "Locked:", !result.isEmpty {
        result[result.count - 1].locked = Int(fields[1]) ?? 0
      } else if first == "VmFlags:", !result.isEmpty {
        result[result.count - 1].flags = Set(fields.dropFirst().map(String.init))
      }
    }
    return result
  }

  /// The mapping of this process that holds `address`.
  public static func mapping(at address: UInt) throws -> Mapping? {
    try of(process: getpid()).first { $0.range.contains(address) }
  }

  /// The addresses of a field: "7f00-7f01" → 0x7f00..<0x7f01.
  private static func addresses(_ field: Substring) -> Range<UInt>? {
    let ends = field.split(separator: "-")
    guard ends.count == 2, let from = UInt(ends[0], radix: 16), let to = UInt(ends[1], radix: 16)
    else { return nil }
    return from..<to
  }

  private static func readAll(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw HarnessError("\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 { bytes += chunk.prefix(count) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count < 0, errno != EINTR {
        throw HarnessError("\(path): \(String(cString: strerror(errno)))")
      }
    }
  }
}
