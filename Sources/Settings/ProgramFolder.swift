import Glibc
import SecureMemory

/// The folder the running program is in, and its two companions with it.
package struct ProgramFolder {
  /// What leads to the running program where there is a `/proc`.
  var link: String? = "/proc/self/exe"
  /// The path by which the system was told to run it.
  var executed: String?
  /// The first of the words it was started with.
  var name: String?
  /// The folders in which a shell looks for a name, as in `PATH`.
  var searched: String?

  /// Looks where this program is: the system's link, the path it was run by, the word it was started
  /// with, and the folders a shell looks for that in.
  ///
  /// - Parameter lookup: The environment.
  /// - Returns: The folder, without links; nil where nothing leads to it.
  package static func found(lookup: (String) -> String?) -> String? {
    let folder = ProgramFolder(
      executed: ProgramArguments.executedPath, name: ProgramArguments.all.first,
      searched: lookup("PATH")
    ).found
    // Its tools may be in a folder of their own, `libexec/keyward` beside `bin`.
    guard let folder, file(folder + "/keyward") == nil,
      let program = file(folder + "/../../bin/keyward")
    else { return folder }
    return Self.folder(of: program)
  }

  /// The file of the running program, without links; nil where the system does not say it.
  ///
  /// Neither the word it was started with nor `PATH` counts, which others choose.
  package static var runningFile: String? {
    ["/proc/self/exe", ProgramArguments.executedPath].lazy
      .compactMap { $0.flatMap(file) }.first
  }

  /// A program's file without links on the way; nil where there is none.
  package static func file(_ path: String) -> String? {
    guard !path.isEmpty, let real = unsafe realpath(path, nil) else { return nil }
    let place = unsafe String(cString: real)
    unsafe free(real)
    guard FilePath.type(of: place) == S_IFREG, unsafe access(place, X_OK) == 0 else { return nil }
    return place
  }

  /// Why it is not known, and what to do.
  package static let isUnknown =
    "it is not known in which folder this program is, since there is no /proc here and the name it was "
    + "started by does not lead to it; start it by its whole path."

  /// The folder of the first place at which there is a program.
  var found: String? {
    let named = name.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil }
    return [link, executed, named].lazy.compactMap { $0.flatMap(Self.folder) }.first ?? onPath
  }

  /// Where a shell finds the name.
  private var onPath: String? {
    guard let name, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return (searched ?? "").split(separator: ":", omittingEmptySubsequences: false).lazy
      // An empty one is the folder one is in.
      .compactMap { Self.folder(of: ($0.isEmpty ? "." : $0) + "/" + name) }.first
  }

  /// The folder of a program, without links on the way; nil where there is none.
  private static func folder(of path: String) -> String? {
    guard let place = file(path) else { return nil }
    return place.lastIndex(of: "/").map { String(place[..<$0]) }
  }
}
