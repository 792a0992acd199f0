import Assuan
import Glibc
import Settings
import SmallFiles

/// The copies of a file as it was before our lines came, beside it.
///
/// None is ever written over, since what is in it may be nowhere else: the next one gets a number.
struct SetupCopies {
  /// Where they may be: `.bashrc.before-keyward`, `.bashrc.before-keyward-2`, and so on.
  private let places: [String]

  init(of path: String) {
    let first = path + ".before-keyward"
    places = [first] + (2...9).map { "\(first)-\($0)" }
  }

  /// Those there are; links and folders of these names are not ours.
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

  /// Where a copy of a file is to be, and whether it is to be written; nil where all places are taken.
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

  /// The copies that say the same as the file itself, and the others.
  ///
  /// - Parameter bytes: What is in the file; nil where there is none.
  /// - Returns: Their paths.
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
