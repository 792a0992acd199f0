import Glibc
import KeywardSystem
import PromptUI
import SecureMemory

/// A question of an attended program, with the conditions for its answer.
///
/// The question is open while all of these conditions hold:
///
/// - Typed text is hidden.
/// - The same process group is in the foreground, and each process found in it is still running.
/// - No program has written output.
/// - No program has set the terminal, even to the same settings. Programs set it at the beginning
///   and end of a question.
///
/// Any change may mean that another question is being asked, so it ends the prompt.
final class AttendedQuestion: PromptSource {
  /// The asking program; nil if no group is in the foreground.
  let program: ForegroundProgram?
  let input: InnerTerminal.UnseenInput?
  private let master: Int32
  private let changes: Int32
  /// Descriptors that are readable once a process has ended.
  private let ends: [Int32]
  private let lending: RelayLending?
  private var wasSet = false
  private(set) var deadline: Double?

  /// The seconds between two checks for changes that no event reports: a process stops, changes its
  /// group or runs another program, or another group is in the foreground.
  private static let interval = 1.0
  /// The maximum number of processes whose end is an event; the regular checks detect the others.
  private static let mostWatched = 64

  /// Creates a question that ends when a process of the foreground group ends.
  ///
  /// If `known` is the same group, the end of a process that is not in `known` is ignored, since a
  /// script's short-lived background jobs would otherwise end every prompt.
  init(
    on inner: borrowing InnerTerminal, among known: ForegroundProgram?, lending: RelayLending?
  ) {
    master = inner.master
    self.lending = lending
    input = inner.unseenInput
    changes = inner.changes
    _ = platform_take_changes(changes)
    program = inner.foreground.map { group in
      ForegroundProgram(group: group, among: known?.group == group ? known?.processes : nil)
    }
    let watched = (program?.processes ?? []).prefix(Self.mostWatched)
    ends = watched.map { platform_pidfd_open($0.number) }
  }

  deinit {
    for end in ends where end >= 0 { close(end) }
  }

  var isOpen: Bool {
    // The slowest check comes first, to keep the time between the other checks and a write short.
    guard program?.isComplete ?? true, !hasOutput,
      InnerTerminal.foreground(of: master) == program?.group, input != nil,
      InnerTerminal.unseenInput(on: master) == input
    else { return false }
    wasSet = platform_take_changes(changes) != 0 || wasSet
    return !wasSet
  }

  /// True if output of the program is waiting to be read.
  ///
  /// `poll` is called because it makes the kernel deliver pending output first.
  var hasOutput: Bool { pollOne(master) != 0 }

  func watch(on list: inout PollList) {
    list.watch(master, at: 0)
    list.watch(changes, at: 1)
    list.watch(ends + (lending?.lender.descriptors ?? []), from: 2)
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
