import Glibc
import SmallFiles

/// Reads a user's files without trusting them.
enum UserFile {
  /// Reads the bytes of a regular file of at most 256 KiB.
  ///
  /// A pipe or device is neither waited for nor read. The checks are made on the open file, so that
  /// nobody can exchange it after them.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - checksOwner: whether only this user and root may be able to exchange it. This concerns the
  ///     file, its link targets, and every folder on the way.
  /// - Returns: the bytes.
  /// - Throws: the fault, with its remedy.
  static func read(_ path: String, checksOwner: Bool) throws(LayoutFault) -> [UInt8] {
    try bytes(of: open(path), path, checksOwner)
  }

  /// Reads the same; `nil` if the file does not exist.
  static func ifThere(_ path: String, checksOwner: Bool) throws(LayoutFault) -> [UInt8]? {
    let file = open(path)
    switch file {
    case .failure(.system(ENOENT)), .failure(.system(ENOTDIR)): return nil
    default: return try bytes(of: file, path, checksOwner)
    }
  }

  private static func open(_ path: String) -> Result<SmallFile, FileTrouble> {
    Result { () throws(FileTrouble) in try SmallFile(path, atMost: YAMLLimits.bytes) }
  }

  private static func bytes(
    of result: Result<SmallFile, FileTrouble>, _ path: String, _ checksOwner: Bool
  ) throws(LayoutFault) -> [UInt8] {
    func fault(_ sentence: String) -> LayoutFault { LayoutFault(file: path, sentence: sentence) }
    switch result {
    case .failure(let trouble): throw fault(sentence(trouble))
    case .success(let file):
      guard checksOwner, let doubt = PathDoubt.first(to: path, leadingTo: file.place) else {
        return file.bytes
      }
      throw fault(sentence(doubt))
    }
  }

  private static func sentence(_ doubt: PathDoubt) -> String {
    let word = doubt.path.shellWord.printable
    let what =
      doubt.isFolder
      ? "the folder \(doubt.path.printable), through which this file is reached" : "this file"
    switch doubt.reason {
    case .owned:
      let advice =
        doubt.isFolder
        ? "make it yours with “sudo chown \(geteuid()) \(word)”, or move the file"
        : "make a copy of your own"
      return "Another user owns \(what), so it is not used; \(advice)."
    case .writable(let owner):
      let command = (owner == geteuid() ? "" : "sudo ") + "chmod go-w \(word)"
      return "Other users may write \(what), so it is not used; take that away with “\(command)”."
    case .shared:
      return
        "Other users may write \(what), so it is not used; move it to a folder of your own, or, "
        + "where all of that folder is yours, take that away with “chmod go-w \(word)”."
    case .exchanged:
      return "This file was exchanged while it was read, so it is not used; try again."
    }
  }

  private static func sentence(_ trouble: FileTrouble) -> String {
    switch trouble {
    case .notRegular: "This is not a regular file."
    case .tooLong: "This file is larger than \(YAMLLimits.bytes / 1024) KiB."
    default: "This file cannot be read: \(trouble.reason.lowercasedFirst)."
    }
  }
}
