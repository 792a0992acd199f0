import CPlatform
import Glibc

/// The state that a process inherits from its parent and changes for itself, kept for the command
/// it becomes.
package struct InheritedState {
  private let coreLimits: rlimit?
  private let mask: sigset_t

  /// The state at this moment.
  package init() {
    var limits = rlimit()
    coreLimits = unsafe platform_core_limits(&limits) == 0 ? limits : nil
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigprocmask(SIG_BLOCK, nil, &mask)
    self.mask = mask
  }

  /// The soft limit on core files at the start, in bytes; nil if it is not known.
  package var softCoreLimit: UInt64? { coreLimits.map { UInt64($0.rlim_cur) } }

  /// Restores the soft core limit, the signal mask and the dispositions of signals.
  ///
  /// A signal that the parent ignored, as under `nohup`, is ignored again, whatever happened to it
  /// meanwhile; every other signal gets its default.
  ///
  /// Call it last before `execve`: signals are no longer handled afterwards. A lowered hard limit
  /// stays.
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
