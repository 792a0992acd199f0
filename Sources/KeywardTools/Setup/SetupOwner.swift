import CalledPrograms
import Glibc
import Settings
import SmallFiles

/// Keeps setup from the files of other users, who could not read them afterwards.
enum SetupOwner {
  /// Looks whether the user's folder is theirs.
  ///
  /// - Parameters:
  ///   - home: What `HOME` says.
  ///   - command: The command that is to be run by the right user.
  /// - Throws: `SetupFailure` where it belongs to somebody else.
  static func check(home: String, command: String) throws(SetupFailure) {
    guard let owner = owner(of: home), owner != geteuid() else { return }
    let advice =
      owner == 0
      ? "set HOME to your own folder, or run it as root (sudo -H \(command))."
      : "run it as that user: sudo -H -u \(word(owner)) \(command)"
    throw failure(home, belongsTo: owner, advice: advice)
  }

  /// Looks whether a file, or where it is not there the folder it would be made in, is this user's.
  ///
  /// - Throws: `SetupFailure` where it belongs to somebody else.
  static func check(_ path: String) throws(SetupFailure) {
    // The lowest that can be looked at: what is below another user's folder may not show.
    let places = [path] + FilePath.folders(above: path) + ["/"]
    guard let place = places.first(where: { owner(of: $0) != nil }), let owner = owner(of: place),
      owner != geteuid()
    else { return }
    let command = "sudo chown \(word(geteuid())) \(place.shellWord)"
    throw failure(
      place, belongsTo: owner,
      advice: "make it yours (\(command)), or run it as \(name(owner)) for files of that user.")
  }

  private static func failure(
    _ path: String, belongsTo owner: uid_t, advice: String
  ) -> SetupFailure {
    SetupFailure(
      path: path, what: "belongs to \(name(owner)), and this runs as \(name(geteuid()))",
      advice: "nothing was changed: \(advice)", stopsAll: true)
  }

  /// Whose a file or folder is, links followed; nil where it is not there or does not show.
  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func name(_ user: uid_t) -> String {
    UserName.name(of: user, in: CallerSystem.current.users)
  }

  /// A user as `sudo` and `chown` take it, who may have no name.
  private static func word(_ user: uid_t) -> String {
    let name = name(user)
    return name.isShellWord ? name : "'#\(user)'"
  }
}
