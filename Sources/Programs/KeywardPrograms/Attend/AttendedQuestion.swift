import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// A question of a program that runs under `keyward attend`, with the conditions for an answer.
///
/// The question is open while all of these conditions hold:
///
/// - Typed text is hidden.
/// - The same process group is in the foreground, and each process found in it is still running.
/// - The asking processes have the same command line.
/// - No program has written output.
/// - No program has set the terminal, even to the same settings. Programs set it at the beginning
///   and end of a question.
///
/// If a condition no longer holds, another question may be on screen, so the prompt is closed.
final class AttendedQuestion: PromptSource {
  /// The asking program; nil if no group is in the foreground.
  let program: ForegroundProgram?
  /// The process that asks, and those that may ask instead; empty if no group is in the foreground.
  let askers: [AskingProcess]
  let input: InnerTerminal.UnseenInput?
  /// The character by which the terminal stops the program; nil for none.
  let stopCharacter: UInt8?
  private let master: Int32
  private let initialFlags: tcflag_t?
  private let changes: Int32
  /// The pidfds of the asking program's processes; each is readable once its process has ended.
  private let ends: [Int32]
  private let lending: RelayLending?
  private var wasSet = false
  private(set) var deadline: Double?

  /// The seconds between two checks for changes that cause no event.
  ///
  /// No event reports that a process stops, changes its group or executes another program, or that
  /// another group is in the foreground.
  private static let interval = 1.0
  /// The maximum number of processes with a pidfd; the regular checks detect the end of any other
  /// process.
  private static let mostWatched = 64

  /// Creates a question and watches the processes of the foreground group.
  ///
  /// The question is closed when a watched process ends. If `known` describes the foreground group,
  /// only the processes in `known` are watched, because a script's short-lived background jobs
  /// would otherwise close every prompt. While the question is open, programs can request the
  /// terminal from `lending`.
  init(
    on inner: borrowing InnerTerminal, among known: ForegroundProgram?, lending: RelayLending?
  ) {
    master = inner.master
    initialFlags = inner.initialFlags
    self.lending = lending
    input = inner.unseenInput
    stopCharacter = inner.stopCharacter
    changes = inner.changes
    _ = platform_take_changes(changes)
    program = inner.foreground.map { group in
      ForegroundProgram(group: group, among: known?.group == group ? known?.processes : nil)
    }
    askers = program?.asking.map { AskingProcess($0) } ?? []
    let watched = (program?.processes ?? []).prefix(Self.mostWatched)
    ends = watched.map { platform_pidfd_open($0.number) }
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
  }

  var isOpen: Bool {
    // The slowest check comes first, to keep the time between the other checks and a write short.
    guard program?.isComplete ?? true, askers.allSatisfy(\.isUnchanged), !hasOutput,
      InnerTerminal.foreground(of: master) == program?.group, input != nil,
      InnerTerminal.unseenInput(on: master, unlike: initialFlags) == input
    else { return false }
    wasSet = platform_take_changes(changes) != 0 || wasSet
    return !wasSet
  }

  /// True if output of the program is waiting to be read.
  ///
  /// `poll` is used because it makes the kernel deliver pending output before it reports the state.
  var hasOutput: Bool { !pollOne(master).isEmpty }

  func watch(on list: inout PollList) {
    list.watch(master)
    list.watch(changes)
    for end in ends { list.watch(end) }
    lending?.lender.watch(on: &list)
  }

  func firstEvent(after seconds: Double) -> PromptEvent? { look() }

  func pollEvents(in list: PollList) -> PromptEvent? { look() }

  private func look() -> PromptEvent? {
    lending?.serve()
    let start = MonotonicTime.now
    let isOpen = isOpen
    let end = MonotonicTime.now
    // If a check is slow, as for a group of thousands of processes, check less often.
    deadline = min(
      end + max(Self.interval, 10 * (end - start)), lending?.lender.deadline ?? .infinity)
    return isOpen ? nil : .ended(.abandoned)
  }
}
