import CPlatform
import Glibc

/// What a process was given by its parent and changed for itself, kept for the command it becomes.
package struct InheritedState {
  private let coreLimits: rlimit?
  private let mask: sigset_t

  /// The state as it stands now.
  package init() {
    var limits = rlimit()
    coreLimits = unsafe platform_core_limits(&limits) == 0 ? limits : nil
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigprocmask(SIG_BLOCK, nil, &mask)
    self.mask = mask
  }

  /// The soft limit on core files that was found, in bytes; nil where it is not known.
  package var softCoreLimit: UInt64? { coreLimits.map { UInt64($0.rlim_cur) } }

  /// Puts the soft core limit, the signal mask and the dispositions of signals back.
  ///
  /// What the parent had ignored, as `nohup` does, is ignored again, whatever was done with it
  /// meanwhile; every other signal has its default.
  ///
  /// The last thing before `execve`: signals are no longer handled afterwards. A hard limit that was
  /// lowered stays.
  package func giveBack() {
    if let coreLimits {
      var limits = rlimit()
      if unsafe platform_core_limits(&limits) == 0 {
        limits.rlim_cur = min(coreLimits.rlim_cur, limits.rlim_max)
        _ = platform_set_core_limits(limits)
      }
    }
    var mask = mask
    unsafe platform_give_back_signals(&mask)
  }
}
