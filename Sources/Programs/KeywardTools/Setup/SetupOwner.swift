import Glibc
import KeywardPrograms
import SecureMemory

/// Keeps setup away from the files of other users, who could not read them afterwards.
enum SetupOwner {
  /// Checks that the home folder belongs to the user; the error has `command` for the right user.
  static func check(home: String, command: String) throws(SetupFailure) {
    guard let owner = owner(of: home), owner != geteuid() else { return }
    let advice =
      owner == 0
      ? "set HOME to your own folder, or run it as root (sudo -H \(command))."
      : "run it as that user: sudo -H -u \(word(owner)) \(command)"
    throw failure(home, belongsTo: owner, advice: advice)
  }

  /// Checks that a file, or else the folder for it, belongs to this user.
  static func check(_ path: String) throws(SetupFailure) {
    // The lowest visible one: another user's folder may hide the parts below it.
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

  /// The owner of a file or folder, links followed; nil if it is missing or hidden.
  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func name(_ user: uid_t) -> String {
    UserName.name(of: user, in: CallerSystem.current.users)
  }

  /// A user in the form for `sudo` and `chown`, with or without a name.
  private static func word(_ user: uid_t) -> String {
    let name = name(user)
    return name.isShellWord ? name : "'#\(user)'"
  }
}
