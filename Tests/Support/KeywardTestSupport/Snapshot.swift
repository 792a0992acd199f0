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
      for part in TemporaryFolder.names(in: path) {
        add(path + "/" + part, name + "/" + part, in: folder)
      }
    case S_IFLNK:
      entries[name] = kind + " to " + (TemporaryFolder.target(ofLink: path) ?? "")
    default:
      entries[name] = kind + ": \(folder.read(String(name.dropFirst())) ?? [])"
    }
  }
}
