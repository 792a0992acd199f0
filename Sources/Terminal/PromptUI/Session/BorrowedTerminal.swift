import Glibc
import KeywardSystem

/// A terminal that another process of this user lends, until either of the two ends.
///
/// The lender has opened it for us alone and keeps away from it. It is not the terminal of our
/// session: nobody reports its size, and Ctrl-C is a byte.
package final class BorrowedTerminal {
  /// The open terminal; it does not block.
  let descriptor: Int32
  /// The connection to the lender; readable, or hung up, when the terminal must be left at once.
  package let connection: Int32
  package let environment: TerminalEnvironment
  private let messageOfEnd: (DialogueOutcome) -> [UInt8]
  /// True once the lender knows that a dialogue is over, and may have taken the terminal back.
  package var hasReportedEnd = false

  /// A borrowed terminal, which owns its descriptors; `environment` includes its name.
  package init(
    _ descriptor: Int32, connection: Int32, environment: TerminalEnvironment,
    messageOfEnd: @escaping (DialogueOutcome) -> [UInt8]
  ) {
    self.descriptor = descriptor
    self.connection = connection
    self.environment = environment
    self.messageOfEnd = messageOfEnd
  }

  deinit {
    close(descriptor)
    close(connection)
  }

  /// True if the lender has gone, or sends anything more.
  package var isLost: Bool {
    var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) != 0
  }

  package func report(_ outcome: DialogueOutcome) {
    hasReportedEnd = true
    let message = messageOfEnd(outcome)
    _ = unsafe message.withUnsafeBytes { unsafe write(connection, $0.baseAddress, $0.count) }
  }
}
