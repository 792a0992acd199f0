import KeywardSodium

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An Argon2id hash of a password, in libsodium's text form.
///
///     let hash = try PasswordHash(of: text)
///     try hash.write(toFile: "pin.hash")
///     let opens = try PasswordHash(contentsOfFile: "pin.hash").matches(text)
///
/// The text contains the cost and the salt, so hashes of different cost can coexist.
public struct PasswordHash: Hashable, Sendable {
  /// The text of the hash, without a line feed: `$argon2id$v=19$m=…,t=…,p=1$…$…`.
  public let text: String

  /// The cost of checking a password against the hash.
  public let cost: PasswordCost

  /// Creates a hash of `password`, which stays unchanged.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - cost: The number of passes and the memory for them.
  /// - Throws: `PasswordHashError.emptyPassword`, or `.outOfMemory` if the working memory cannot be
  ///   allocated.
  public init(
    of password: borrowing SecretText, cost: PasswordCost = .default
  ) throws(PasswordHashError) {
    self = try password.withBytes { bytes throws(PasswordHashError) in
      try Self(ofBytes: bytes, cost: cost)
    }
  }

  /// Hashes a password in the caller's memory, which is not copied.
  ///
  /// - Parameters:
  ///   - password: The bytes of the password; keep them in locked memory.
  ///   - cost: The number of passes and the memory for them.
  /// - Throws: `PasswordHashError.emptyPassword`, or `.outOfMemory` if the working memory cannot be
  ///   allocated.
  public init(
    ofBytes password: RawSpan, cost: PasswordCost = .default
  ) throws(PasswordHashError) {
    guard !password.isEmpty else { throw .emptyPassword }
    guard isSodiumReady else { throw .outOfMemory(memory: cost.memory) }
    var characters = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let result = unsafe password.withSodium {
      unsafe crypto_pwhash_str(&characters, $0, $1, UInt64(cost.passes), cost.memory * 1024)
    }
    guard result == 0 else { throw .outOfMemory(memory: cost.memory) }
    text = String(
      decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.cost = cost
  }

  /// Creates a hash from its text.
  ///
  /// - Throws: `PasswordHashError.badHash` if `text` is not a valid hash, or if the hash requires
  ///   more than 1 GiB or more than 16 passes.
  public init(text: String) throws(PasswordHashError) {
    cost = try Self.parts(of: text).cost
    self.text = text
  }

  /// Throws unless `password` matches the hash.
  ///
  /// - Throws: `PasswordHashError.wrongPassword`, or `.outOfMemory` if it could not be checked.
  public func verify(_ password: borrowing SecretText) throws(PasswordHashError) {
    guard try matches(password) else { throw .wrongPassword }
  }

  /// Returns whether `password` matches the hash; false for an empty one, which has no hash.
  ///
  /// This takes at least 0.1 s, depending on the ``cost``: too long for a drawing loop.
  ///
  /// - Throws: `PasswordHashError.outOfMemory` if it could not be checked.
  public func matches(_ password: borrowing SecretText) throws(PasswordHashError) -> Bool {
    try password.withBytes { bytes throws(PasswordHashError) in try matches(bytes: bytes) }
  }

  /// Returns whether a password in the caller's memory, which is not copied, matches the hash.
  ///
  /// - Throws: `PasswordHashError.outOfMemory` if it could not be checked.
  public func matches(bytes password: RawSpan) throws(PasswordHashError) -> Bool {
    if password.isEmpty { return false }
    guard isSodiumReady else { throw .outOfMemory(memory: cost.memory) }
    // `crypto_pwhash_str_verify` is not used, since it does not distinguish a wrong password from a
    // failed memory allocation.
    let parts = try Self.parts(of: text)
    var digest = [UInt8](repeating: 0, count: parts.digest.count)
    let result = unsafe password.withSodium {
      unsafe crypto_pwhash(
        &digest, UInt64(parts.digest.count), $0, $1, parts.salt, UInt64(cost.passes),
        cost.memory * 1024, crypto_pwhash_ALG_ARGON2ID13)
    }
    guard result == 0 else { throw .outOfMemory(memory: cost.memory) }
    return unsafe sodium_memcmp(digest, parts.digest, digest.count) == 0
  }
}

// The format of a stored hash: `$argon2id$v=19$m=65536,t=2,p=1$` salt `$` hash. Salt and hash are
// 22 and 43 characters of unpadded base64.
extension PasswordHash {
  private static let digestLength = 32

  private static let longestText = Int(crypto_pwhash_STRBYTES) - 1

  private static func parts(
    of text: String
  ) throws(PasswordHashError) -> (cost: PasswordCost, salt: [UInt8], digest: [UInt8]) {
    guard text.utf8.count <= longestText else { throw .badHash(reason: "it is too long") }
    let fields = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual("argon2id".utf8) else {
      throw .badHash(reason: "it does not begin with $argon2id$")
    }
    guard fields[2].elementsEqual("v=19".utf8) else {
      throw .badHash(reason: "its version is not 19")
    }
    let costs = fields[3].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard costs.count == 3, let memory = number(costs[0], "m="),
      let passes = number(costs[1], "t="),
      number(costs[2], "p=") == 1
    else { throw .badHash(reason: "its parameters are not in the form m=…,t=…,p=1") }
    guard let cost = PasswordCost(storedPasses: passes, memory: memory) else {
      throw .badHash(reason: "its cost is above 1 GiB or 16 passes, or below the minimum")
    }
    guard let salt = bytes(fields[4], count: Int(crypto_pwhash_SALTBYTES)),
      let digest = bytes(fields[5], count: digestLength)
    else { throw .badHash(reason: "its salt or its hash is damaged") }
    return (cost, salt, digest)
  }

  /// Returns the number of a field such as "m=65536", or nil if the field is not `name` followed by
  /// 1 to 9 digits without a leading zero.
  private static func number(_ field: Substring.UTF8View, _ name: String) -> Int? {
    guard field.starts(with: name.utf8) else { return nil }
    let digits = field.dropFirst(name.utf8.count)
    guard (1...9).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Decodes base64; unlike `[UInt8](base64:)`, accepts only the standard alphabet without padding.
  private static func bytes(_ field: Substring.UTF8View, count: Int) -> [UInt8]? {
    guard field.count == (count * 4 + 2) / 3, let text = String(field),
      !text.contains("-"), !text.contains("_"), !text.contains("=")
    else { return nil }
    return [UInt8](base64: text)
  }
}

/// The cost of checking one password, which slows down an attacker.
public struct PasswordCost: Hashable, Sendable {
  /// The number of passes over the memory, 1 to 16.
  public let passes: Int

  /// The memory in KiB, 8 to 1048576 (1 GiB).
  public let memory: Int

  /// The default cost: 2 passes over 64 MiB, libsodium's interactive cost.
  public static let `default` = PasswordCost(uncheckedPasses: 2, memory: 65536)

  /// The greatest cost of a hash: 16 passes and 1 GiB.
  public static let largest = PasswordCost(uncheckedPasses: 16, memory: 1_048_576)

  /// Creates a cost for a new hash; nil below the default or above the largest.
  ///
  /// - Parameters:
  ///   - passes: The number of passes, 2 to 16.
  ///   - memory: The memory in KiB, 65536 to 1048576.
  public init?(passes: Int = Self.default.passes, memory: Int = Self.default.memory) {
    guard (Self.default.passes...Self.largest.passes).contains(passes),
      (Self.default.memory...Self.largest.memory).contains(memory)
    else { return nil }
    self.init(uncheckedPasses: passes, memory: memory)
  }

  /// Creates the cost of a stored hash; nil below the minimum of Argon2 or above `largest`.
  init?(storedPasses passes: Int, memory: Int) {
    guard (1...Self.largest.passes).contains(passes),
      (8...Self.largest.memory).contains(memory)
    else { return nil }
    self.init(uncheckedPasses: passes, memory: memory)
  }

  private init(uncheckedPasses passes: Int, memory: Int) {
    self.passes = passes
    self.memory = memory
  }
}

/// The reason why a password was not hashed or not accepted.
@nonexhaustive public enum PasswordHashError: Error, Hashable, Sendable {
  /// The password does not match the hash.
  case wrongPassword
  /// The password to hash is empty, so nothing was typed.
  case emptyPassword
  /// The text is not a valid hash, or its cost is too high.
  case badHash(reason: String)
  /// The working memory, in KiB, could not be allocated.
  case outOfMemory(memory: Int)
  /// The file could not be read.
  case unreadable(path: String, code: Int32)
  /// The file contains no hash.
  case badFile(path: String, reason: String)
  /// The file could not be written.
  case unwritable(path: String, code: Int32)
  /// The path leads to something other than a regular file, which must not be replaced.
  case notReplaceable(path: String)
  /// The file exists and contains something else, which would be lost.
  case holdsNoHash(path: String, reason: String)
  /// The file exists and belongs to another user, who could not read the new file.
  case ownedByAnother(path: String)
}

extension PasswordHashError: CustomStringConvertible {
  /// One sentence with the cause and, except for a wrong password, the remedy.
  public var description: String {
    switch self {
    case .wrongPassword:
      return "wrong password"
    case .emptyPassword:
      return "there is no text to hash: ask for the password first"
    case .badHash(let reason):
      return "this is not an Argon2id hash (\(reason)); enroll the password again"
    case .outOfMemory(let memory):
      return "checking the password needs \(memory / 1024) MiB of memory, which is not available; "
        + "close other programs or raise `ulimit -v`"
    case .unreadable(let path, let code):
      return
        "\(path) could not be read (\(systemSentence(code))); check the name and its permissions"
    case .badFile(let path, let reason):
      return "\(path) is not a password file (\(reason)); enroll the password again"
    case .unwritable(let path, let code):
      return "\(path) could not be written (\(systemSentence(code))); "
        + (FileError.system(code).advice ?? "choose a directory you may write to")
    case .notReplaceable(let path):
      return "\(path) exists and is not a regular file; choose another name"
    case .holdsNoHash(let path, let reason):
      return "\(path) exists and is not a password file (\(reason)), so it is not replaced; "
        + "choose another name, or replace it anyway with --force"
    case .ownedByAnother(let path):
      return
        "\(path) belongs to another user, so it is not replaced: run the command as that user, "
        + "choose another name, or replace it anyway with --force"
    }
  }
}

extension PasswordHash {
  /// Creates a hash from a password file, which has one hash on one line.
  ///
  /// It reads only regular files, and no more bytes than the longest hash has.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PasswordHashError.unreadable` or `.badFile`.
  public init(contentsOfFile path: String) throws(PasswordHashError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SmallFile(path, atMost: PasswordHash.longestText + 1).bytes
    } catch {
      switch error {
      case .notRegular: throw .badFile(path: path, reason: error.reason)
      case .tooLong: throw .badFile(path: path, reason: "it is too long")
      default: throw .unreadable(path: path, code: error.code)
      }
    }
    let line = bytes.last == 0x0a ? bytes.dropLast() : bytes[...]
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .badFile(path: path, reason: "it is not text")
    }
    do throws(PasswordHashError) {
      try self.init(text: text)
    } catch {
      guard case .badHash(let reason) = error else { throw error }
      throw .badFile(path: path, reason: reason)
    }
  }

  /// Writes the hash and a line feed to a file that only its owner can read.
  ///
  /// A reader of the path sees either the complete old file or the complete new one: the new file
  /// is written in the same folder, synced and renamed. If the path is a link, its target is
  /// replaced.
  ///
  /// - Parameters:
  ///   - path: The file, which is replaced if it holds a hash and belongs to this user.
  ///   - replacesAnything: Whether any other regular file may be replaced too.
  /// - Throws: `PasswordHashError`, with no file left behind: `.unwritable`, `.notReplaceable`,
  ///   `.holdsNoHash` or `.ownedByAnother`.
  public func write(
    toFile path: String, replacingAnything replacesAnything: Bool = false
  ) throws(PasswordHashError) {
    let staged = try Self.staged(for: path, replacesAnything, Array(text.utf8) + [0x0a])
    // Writing may take a while, and other programs may create the file meanwhile.
    let isThere = try Self.target(of: path, replacesAnything).isThere
    do throws(FileError) {
      try staged.commit(replacing: isThere || replacesAnything)
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }

  /// Checks, before the password is typed, that a hash can be written to `path`.
  package static func checkWritable(
    toFile path: String, replacingAnything replacesAnything: Bool = false
  ) throws(PasswordHashError) {
    // The test file is as long as a real one, so that a full disk is detected too.
    let bytes = [UInt8](repeating: 0, count: PasswordHash.longestText + 1)
    try staged(for: path, replacesAnything, bytes).discard()
  }

  private static func staged(
    for path: String, _ replacesAnything: Bool, _ bytes: [UInt8]
  ) throws(PasswordHashError) -> StagedFile {
    let target = try target(of: path, replacesAnything).path
    do throws(FileError) {
      return try StagedFile(for: target, bytes: bytes, as: .mode(S_IRUSR | S_IWUSR))
    } catch {
      throw PasswordHashError(error, at: path)
    }
  }

  private static func target(
    of path: String, _ replacesAnything: Bool
  ) throws(PasswordHashError) -> (path: String, isThere: Bool) {
    let place: String
    do throws(FileError) {
      place = try SmallFile.place(of: path)
      try SmallFile.checkPlace(place)
    } catch {
      throw PasswordHashError(error, at: path)
    }
    var status = stat()
    guard unsafe lstat(place, &status) == 0 else { return (place, false) }
    if replacesAnything { return (place, true) }
    guard status.st_uid == geteuid() else { throw .ownedByAnother(path: path) }
    guard status.st_size > 0 else { throw .holdsNoHash(path: path, reason: "it is empty") }
    do throws(PasswordHashError) {
      _ = try PasswordHash(contentsOfFile: place)
    } catch {
      switch error {
      case .badFile(_, let reason): throw .holdsNoHash(path: path, reason: reason)
      case .unreadable(_, let code):
        throw .holdsNoHash(path: path, reason: systemSentence(code))
      default: throw error
      }
    }
    return (place, true)
  }
}

extension PasswordHashError {
  fileprivate init(_ trouble: FileError, at path: String) {
    self =
      trouble == .notRegular
      ? .notReplaceable(path: path) : .unwritable(path: path, code: trouble.code)
  }
}
