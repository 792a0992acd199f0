import Glibc

/// The whole content of a folder, for comparison: kinds, rights, contents, and targets of links.
public struct Snapshot: Equatable, CustomStringConvertible {
  public private(set) var entries: [String: String] = [:]

  public init(_ folder: TemporaryFolder) {
    add(folder.path, "", in: folder)
  }

  public var description: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  private mutating func add(_ path: String, _ name: String, in folder: TemporaryFolder) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let kind = String(status.st_mode, radix: 8) + " of \(status.st_uid)"
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      entries[name + "/"] = kind
      guard let directory = opendir(path) else { return }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let part = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard part != ".", part != ".." else { continue }
        add(path + "/" + part, name + "/" + part, in: folder)
      }
    case S_IFLNK:
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &target, target.count)
      let bytes = target.prefix(max(0, count)).map(UInt8.init(bitPattern:))
      entries[name] = kind + " to " + String(decoding: bytes, as: UTF8.self)
    default:
      entries[name] = kind + ": \(folder.read(String(name.dropFirst())) ?? [])"
    }
  }
}
