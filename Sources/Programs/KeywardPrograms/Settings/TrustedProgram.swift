import Glibc
import SecureMemory

/// A program that this user or root owns, and that nobody else can change or replace.
///
///     let program = TrustedProgram(named: "tmux")
///     program.path      // "/usr/bin/tmux"; nil if there is none
///     program.refusal   // "/home/eve/bin/tmux could be replaced by other users, …"
struct TrustedProgram {
  private(set) var path: String?
  /// The reason why the first program of that name is not used, and a remedy; nil if it is used, or
  /// if there is none.
  private(set) var refusal: String?

  /// Finds a program by its path, or by its name in the folders of `PATH`.
  ///
  /// A program that another user could replace is skipped, and so are the relative folders in
  /// `PATH`, because they lead elsewhere in each working directory.
  init(named name: String) {
    let folders = ProgramFolder.searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let isPath = name.utf8.contains(UInt8(ascii: "/"))
    for path in isPath ? [name] : folders.map({ "\($0)/\(name)" }) {
      if let fault = Self.faultOfFile(path) {
        if isPath { refusal = "\(path) \(fault) in the configuration" }
      } else if let error = PathTrustError.first(to: path) {
        let remedy =
          isPath ? Self.remedy(error) + " in the configuration" : "remove its folder from PATH"
        refusal = refusal ?? "\(path) \(Self.clause(error)); \(remedy)"
      } else {
        (self.path, refusal) = (path, nil)
        return
      }
    }
  }

  // The texts complete a sentence that begins with the path of the program.

  /// Returns the reason why a file cannot be executed; nil if it can be.
  static func faultOfFile(_ path: String) -> String? {
    guard FilePlace(ofFile: path) != nil else {
      return errno == ENOENT || errno == ENOTDIR
        ? "does not exist; install it, or name another program"
        : "cannot be examined (\(FileError.system(errno).reason)); name another program"
    }
    if FilePath.type(of: path + "/.") != nil { return "is a folder; name a program in it" }
    return ProgramFolder.file(path) == nil
      ? "cannot be run; make it executable with chmod +x, or name another program" : nil
  }

  /// Returns the reason why another user could replace a program; nil if no other user could.
  static func distrust(_ path: String) -> String? {
    PathTrustError.first(to: path).map { "\(clause($0)); \(remedy($0))" }
  }

  private static func clause(_ error: PathTrustError) -> String {
    "could be replaced by other users, through \(error.path)"
  }

  private static func remedy(_ error: PathTrustError) -> String {
    error.command == nil
      ? "name a program in a folder that only you or root can change"
      : "remove their write permission with chmod go-w, or name another program"
  }
}
