import Glibc

/// Follows a path as the system does, and stops at every folder, link and file on the way.
struct PathWalk {
  /// The object at one place of the way.
  struct Step {
    /// The path, without links except for the last part.
    let path: String
    let owner: uid_t
    /// The twelve lowest bits of the mode.
    let mode: mode_t
    /// The type, such as `S_IFDIR`.
    let kind: mode_t
    let place: FilePlace

    /// The object at a path; nil if there is none.
    init?(_ path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      self.path = path
      owner = status.st_uid
      mode = status.st_mode & 0o7777
      kind = status.st_mode & S_IFMT
      place = FilePlace(status)
    }

    /// True if it is a folder of root in which others may make files, but rename only their own.
    var isShared: Bool {
      kind == S_IFDIR && owner == 0 && mode & S_ISVTX != 0 && mode & (S_IWGRP | S_IWOTH) != 0
    }
  }

  /// The remaining parts with slashes between them, from the beginning of the next one.
  private var rest = Substring().utf8
  /// The entered folder; nil before the root.
  private var folder: Step?
  /// The number of links that may still be followed; the system allows as many.
  private var linksLeft = 40

  init(_ path: String) {
    // Without a folder to begin in, the walk finds nothing.
    guard let start = path.hasPrefix("/") ? "" : Self.currentFolder else { return }
    go(on: start + "/" + path)
  }

  /// Whether no part is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// Moves to the next place, and returns it with its folder; nil at the end, or if it cannot be
  /// followed.
  mutating func next() -> (step: Step, folder: Step?)? {
    guard let folder else {
      self.folder = Step("/")
      return self.folder.map { ($0, nil) }
    }
    guard let part = nextPart() else { return nil }
    if part == ".." {
      self.folder = Step(Self.parent(of: folder.path))
      return self.folder == nil ? nil : next()
    }
    let path = folder.path == "/" ? "/" + part : folder.path + "/" + part
    guard let step = Step(path) else { return nil }
    if step.kind != S_IFLNK {
      self.folder = step
    } else if !follow(path) {
      return nil
    }
    return (step, folder)
  }

  private mutating func follow(_ link: String) -> Bool {
    linksLeft -= 1
    guard linksLeft > 0, let target = SmallFile.target(ofLink: link) else { return false }
    if target.hasPrefix("/") {
      guard let root = Step("/") else { return false }
      folder = root
    }
    go(on: target + "/" + String(Substring(rest)))
    return true
  }

  private mutating func go(on path: String) {
    rest = path.utf8[...]
    skipToPart()
  }

  private mutating func nextPart() -> String? {
    let part = rest.prefix { $0 != Self.slash }
    if part.isEmpty { return nil }
    rest = rest[part.endIndex...]
    skipToPart()
    return String(Substring(part))
  }

  /// Skips slashes, and dots that stand for the folder itself.
  private mutating func skipToPart() {
    while true {
      rest = rest.drop { $0 == Self.slash }
      let part = rest.prefix { $0 != Self.slash }
      guard part.count == 1, part.first == UInt8(ascii: ".") else { return }
      rest = rest[part.endIndex...]
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static let slash = UInt8(ascii: "/")

  private static var currentFolder: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

extension SmallFile {
  /// The target of a symbolic link, as written in it; nil for everything else.
  package static func target(ofLink path: String) -> String? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe readlink(path, $0, bytes.count) } ?? -1
    }
    return count > 0 ? String(decoding: target.prefix(count), as: UTF8.self) : nil
  }
}
