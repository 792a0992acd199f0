import Glibc
import KeywardTestSystem

public enum Attributes {
  public static func set(_ value: [UInt8], _ name: String, _ path: String) -> Bool {
    test_set_attribute(path, name, value, value.count) == 0
  }

  public static func all(of path: String) -> [String: [UInt8]] {
    var names = [CChar](repeating: 0, count: 65_536)
    let count = test_attribute_names(path, &names, names.count)
    let bytes = names.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    var found: [String: [UInt8]] = [:]
    for name in bytes.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
      var value = [UInt8](repeating: 0, count: 65_536)
      let count = test_attribute(path, name, &value, value.count)
      found[name] = Array(value.prefix(max(0, count)))
    }
    return found
  }

  /// An ACL in the kernel's form: the owner and `user` read and write, others read.
  ///
  /// On a folder, the owner may also enter.
  public static func acl(reading user: UInt32, isOfFolder: Bool = false) -> [UInt8] {
    func entry(_ tag: UInt16, _ rights: UInt16, _ number: UInt32 = .max) -> [UInt8] {
      [tag, rights].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        + (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return [2, 0, 0, 0] + entry(1, isOfFolder ? 7 : 6) + entry(2, 6, user) + entry(4, 0)
      + entry(0x10, 6)
      + entry(0x20, 4)
  }
}
