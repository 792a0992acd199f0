import Glibc
import SecureMemory

/// The folder of the running program and its companions.
package struct ProgramFolder {
  var link: String? = "/proc/self/exe"
  /// The path by which the kernel started the program.
  var executed: String?
  /// The first word of the command line.
  var name: String?
  var searched: String?

  /// Finds the folder of this program, with symbolic links resolved; nil if unknown.
  package static func found(lookup: (String) -> String?) -> String? {
    let folder = ProgramFolder(
      executed: ProgramArguments.executedPath, name: ProgramArguments.all.first,
      searched: lookup("PATH")
    ).found
    // The called programs may be in `libexec/keyward` beside `bin`.
    guard let folder, file(folder + "/keyward") == nil,
      let program = file(folder + "/../../bin/keyward")
    else { return folder }
    return Self.folder(of: program)
  }

  static var searchPath: String { environmentVariable("PATH") ?? "/bin:/usr/bin" }

  /// The path of the running program, with symbolic links resolved; nil if the kernel does not know
  /// it.
  ///
  /// The first word and `PATH` are ignored, since the caller chooses them.
  package static var runningFile: String? {
    ["/proc/self/exe", ProgramArguments.executedPath].lazy
      .compactMap { $0.flatMap(file) }.first
  }

  /// The path of an executable, with symbolic links resolved; nil if there is none.
  package static func file(_ path: String) -> String? {
    guard !path.isEmpty, let real = unsafe realpath(path, nil) else { return nil }
    let place = unsafe String(cString: real)
    unsafe free(real)
    guard FilePath.type(of: place) == S_IFREG, unsafe access(place, X_OK) == 0 else { return nil }
    return place
  }

  package static let isUnknown =
    "the folder of this program is unknown, since /proc is not mounted and the program was "
    + "started by a name that cannot be resolved; start the program by its full path."

  var found: String? {
    let named = name.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil }
    return [link, executed, named].lazy.compactMap { $0.flatMap(Self.folder) }.first ?? onPath
  }

  private var onPath: String? {
    guard let name, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return (searched ?? "").split(separator: ":", omittingEmptySubsequences: false).lazy
      // An empty entry means the current folder.
      .compactMap { Self.folder(of: ($0.isEmpty ? "." : $0) + "/" + name) }.first
  }

  private static func folder(of path: String) -> String? {
    file(path).flatMap(FilePath.folder)
  }
}
