import Glibc
import KeywardSystem
import PromptUI
import SecureMemory

/// A question of an attended program, with everything its answer is bound to.
///
///     let question = AttendedQuestion(on: inner, among: nil)
///     … the prompt is shown and answered …
///     if question.isOpen { inner.answer(text) }
///
/// It is open while typed text is hidden, the same process group is in the foreground, each
/// process found in the group runs on, nothing was written, and nobody has set the terminal, be it
/// to the same settings: a program that begins or ends a question does. Anything else may be another
/// question, or a question of another program, and ends the prompt.
final class AttendedQuestion: PromptSource {
  /// The program that asks; nil if no group is in the foreground.
  let program: ForegroundProgram?
  let input: InnerTerminal.UnseenInput?
  private let master: Int32
  private let changes: Int32
  /// Readable once a process has ended.
  private let ends: [Int32]
  /// Serves those that would borrow the terminal meanwhile; nil for nobody.
  private let lending: RelayLending?
  private var wasSet = false
  private(set) var deadline: Double?

  /// The seconds between two looks for that of which nothing wakes us: a process that is stopped,
  /// changes its group or becomes another program, and another group in the foreground.
  private static let interval = 1.0
  /// The most processes whose ends wake us; the ends of others are seen by those looks.
  private static let mostWatched = 64

  /// Binds a question to what can be seen of it now.
  ///
  /// Background jobs of a script come and go in its group, and would end every prompt: so only
  /// `known` processes count, unless it is nil.
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
    // The slowest look comes first, so that the least time passes between the rest and a write.
    guard program?.isComplete ?? true, !hasOutput,
      InnerTerminal.foreground(of: master) == program?.group, input != nil,
      InnerTerminal.unseenInput(on: master) == input
    else { return false }
    wasSet = platform_take_changes(changes) != 0 || wasSet
    return !wasSet
  }

  /// True if the program has written since the question.
  ///
  /// Asking the kernel with `poll` makes it deliver what is on the way.
  var hasOutput: Bool {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) != 0
  }

  func watch(on list: inout PollList) {
    list.watch(master, at: 0)
    list.watch(changes, at: 1)
    list.watch(ends + (lending?.descriptors ?? []), from: 2)
  }

  func firstEvent(after seconds: Double) -> PromptEvent? { look() }

  func pollEvents(in list: PollList) -> PromptEvent? { look() }

  private func look() -> PromptEvent? {
    lending?.serve()
    let start = MonotonicTime.now
    let isOpen = isOpen
    let end = MonotonicTime.now
    // A group of thousands of processes takes a while to look at.
    deadline = min(
      end + max(Self.interval, 10 * (end - start)), lending?.deadline ?? .infinity)
    return isOpen ? nil : .ended(.abandoned)
  }
}
