import Glibc
import KeywardPrograms
import SecureMemory

/// The copies of a file from before our lines, beside it.
///
/// None is ever overwritten, since its content may be nowhere else: the next one gets a number.
struct SetupCopies {
  /// Their possible paths: `.bashrc.before-keyward`, `.bashrc.before-keyward-2`, and so on.
  private let places: [String]

  init(of path: String) {
    let first = path + ".before-keyward"
    places = [first] + (2...9).map { "\(first)-\($0)" }
  }

  /// The existing copies; links and folders of these names are not ours.
  var paths: [String] {
    places.filter { FilePath.type(of: $0) == S_IFREG }
  }

  /// The newest copy that is text and meets a condition, with its text.
  func newest(where meets: (String) -> Bool) -> (path: String, text: String)? {
    for path in paths.reversed() {
      guard let bytes = Self.bytes(of: path) else { continue }
      let text = bytes.text
      if Array(text.utf8) == bytes, meets(text) { return (path, text) }
    }
    return nil
  }

  /// The path for a copy of a file, and whether it must be written; nil if all paths are taken.
  func place(for bytes: [UInt8]) -> (path: String, isNew: Bool)? {
    // Behind all others, so that the newest is the last.
    guard let last = places.lastIndex(where: { FilePath.type(of: $0) != nil }) else {
      return (places[0], true)
    }
    if FilePath.type(of: places[last]) == S_IFREG, Self.bytes(of: places[last]) == bytes {
      return (places[last], false)
    }
    return last + 1 < places.count ? (places[last + 1], true) : nil
  }

  /// Divides the copies into those equal to the file and the others; nil if there is no file.
  func compared(with bytes: [UInt8]?) -> (same: [String], other: [String]) {
    var (same, other): ([String], [String]) = ([], [])
    for path in paths {
      if let bytes, Self.bytes(of: path) == bytes { same.append(path) } else { other.append(path) }
    }
    return (same, other)
  }

  private static func bytes(of path: String) -> [UInt8]? {
    (try? SmallFile(path, atMost: SetupFile.longest))?.bytes
  }
}
