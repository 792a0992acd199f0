/// The ability to start a program among its own mounts.
///
/// Root may do this, unless the root folder is not a mount, as in a plain `chroot`, or a container
/// forbids it.
public enum OwnMounts {
  /// Tried once, by `unshare`.
  public static let arePossible: Bool = {
    let run = try? ProgramRun.finished("/usr/bin/unshare", ["-m", "/bin/true"])
    return run?.ending == .exited(0)
  }()
}
