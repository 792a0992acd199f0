import Glibc
import KeywardTestSystem

public enum BuiltProgram {
  /// The path of `keyward`: `KEYWARD_PROGRAM` if set, else the one beside the test binary.
  public static func keyward() throws -> String { try find("keyward", override: "KEYWARD_PROGRAM") }

  /// The path of a `keyward` with shared libraries, so that one can be put before the C library.
  ///
  /// It is `KEYWARD_SHARED` if set, else the one beside the test binary.
  public static func sharedKeyward() throws -> String {
    try find("keyward", override: "KEYWARD_SHARED")
  }

  /// The path of the built program of this name; the environment variable `override` takes
  /// precedence.
  public static func find(_ name: String, override: String? = nil) throws -> String {
    if let override, let given = getenv(override), given.pointee != 0 {
      return String(cString: given)
    }
    let path = try buildDirectory() + "/" + name
    guard access(path, X_OK) == 0 else {
      throw HarnessError("\(path) is not built; run swift build first")
    }
    return path
  }

  public static func buildDirectory() throws -> String {
    var directory = try executablePath()[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      // A test bundle may be in its own folders below the build folder.
      if access(directory + "/keyward", X_OK) == 0 { return String(directory) }
      if directory.hasSuffix(".build") { break }
    }
    throw HarnessError("No built keyward beside the test binary; run swift build first")
  }

  private static func executablePath() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let reason = test_own_path(&path, UInt(path.count))
    guard reason == 0 else { throw HarnessError("find the test binary", errno: reason) }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
