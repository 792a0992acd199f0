import Glibc
import KeywardTestSystem

public enum BuiltProgram {
  /// `KEYWARD_PROGRAM`, else the program beside the test binary.
  public static func keyward() throws -> String { try find("keyward", override: "KEYWARD_PROGRAM") }

  /// A `keyward` with shared libraries, so that a library can be preloaded.
  ///
  /// It is `KEYWARD_SHARED`, else the program beside the test binary.
  public static func sharedKeyward() throws -> String {
    try find("keyward", override: "KEYWARD_SHARED")
  }

  /// `override` is an environment variable that takes precedence.
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
      // The test bundle may be in folders below the build folder.
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
