import SmallFiles

/// The reason why a password was not hashed or not accepted.
public enum PasswordHashError: Error, Hashable, Sendable {
  /// The password does not belong to this hash.
  case wrongPassword
  /// The text is not a hash of this program, or it asks for too much.
  case badHash(reason: String)
  /// The work memory, in KiB, could not be had.
  case outOfMemory(memory: Int)
  /// The file could not be read.
  case unreadable(path: String, code: Int32)
  /// The file contains no hash.
  case badFile(path: String, reason: String)
  /// The file could not be written.
  case unwritable(path: String, code: Int32)
  /// The path leads to a device, a folder or the like, which a file must not replace.
  case notReplaceable(path: String)
  /// The file exists and holds something else, which would be lost.
  case holdsNoHash(path: String, reason: String)
  /// The file exists and belongs to another user, who could not read the new one.
  case ownedByAnother(path: String)
}

extension PasswordHashError: CustomStringConvertible {
  /// One sentence that says what happened and, except for a wrong password, what to do next.
  public var description: String {
    switch self {
    case .wrongPassword:
      return "wrong password"
    case .badHash(let reason):
      return "this is not an Argon2id hash (\(reason)): enroll the password again"
    case .outOfMemory(let memory):
      return "checking the password needs \(memory / 1024) MiB of memory, which could not be had: "
        + "close other programs or raise `ulimit -v`"
    case .unreadable(let path, let code):
      return
        "\(path) could not be read (\(systemSentence(code))): check the name and its permissions"
    case .badFile(let path, let reason):
      return "\(path) is not a password file (\(reason)): enroll the password again"
    case .unwritable(let path, let code):
      return "\(path) could not be written (\(systemSentence(code))): "
        + (FileTrouble.system(code).advice ?? "choose a directory you may write to")
    case .notReplaceable(let path):
      return "\(path) is there and is not a regular file: choose another name"
    case .holdsNoHash(let path, let reason):
      return "\(path) is there and is not a password file (\(reason)), so it is not replaced: "
        + "choose another name, or replace it all the same with --force"
    case .ownedByAnother(let path):
      return
        "\(path) belongs to another user, so it is not replaced: run this as that user, choose "
        + "another name, or replace it all the same with --force"
    }
  }
}
