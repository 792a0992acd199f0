import Glibc
import SecureMemory

/// Ends a dialogue when the reader of its answer is gone.
package final class ReaderWatch: PromptSource {
  private let descriptor: Int32
  private var place = 0

  /// Creates a watch on the reader of a pipe or socket; other files have no reader that can exit.
  package init(of descriptor: Int32) {
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    let hasReader = isKnown && [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    self.descriptor = hasReader ? descriptor : -1
  }

  package func watch(on list: inout PollList) { place = list.watch(descriptor, for: .hangUp) }

  package func firstEvent(after seconds: Double) -> PromptEvent? { nil }

  package func pollEvents(in list: PollList) -> PromptEvent? {
    list.hasEvents(at: place) ? .ended(.abandoned) : nil
  }
}
