import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

extension BorrowedTerminal {
  /// The seconds within which a lender must answer a request for its terminal.
  static let longestWait = 8.0

  /// Asks a lender for its terminal and waits for the reply until the time `end`.
  ///
  /// If no terminal is sent, closes `connection` and returns nil, as for the terminal of a `lender`
  /// that the asker controls; nil for a lender that we have started.
  static func borrow(
    from connection: Int32, of lender: Int32? = nil, for asker: Asker, until end: Double
  ) -> BorrowedTerminal? {
    guard let (file, values) = terminal(from: connection, for: asker, until: end) else {
      close(connection)
      return nil
    }
    if let lender, asker.controls(lender: lender, of: TerminalSession.deviceNumber(of: file)) {
      close(file)
      close(connection)
      return nil
    }
    var environment = TerminalEnvironment { values[$0] }
    // Keep the other flags, since the open file may be shared with other processes.
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    environment.device = environment.device ?? TerminalSession.devicePath(of: file)
    let loan = BorrowedTerminal(file, connection: connection, environment: environment) {
      LendingMessage.end(.init($0)).bytes
    }
    loan.typing = values[LendingMessage.typing].flatMap { Double($0) } ?? 0
    return loan
  }

  private static func terminal(from connection: Int32, for asker: Asker, until end: Double)
    -> (file: Int32, variables: [String: String])?
  {
    guard LendingMessage.request(asker).send(to: connection) else { return nil }
    while wait(for: connection, until: end) {
      switch LendingMessage.receive(from: connection, takesTerminal: true) {
      case .nothing: continue
      case .message(.terminal(let values), let file): return (file, values)
      case .message, .refused: return nil
      }
    }
    return nil
  }

  /// Requests the same terminal from the lender again, for another dialogue; false if refused.
  ///
  /// The sandbox allows all system calls used here. The lender sends its descriptor again. It is
  /// not needed, because the terminal is still open, so `read` discards it.
  func borrowAgain(for asker: Asker) -> Bool {
    let request = LendingMessage.request(asker).bytes
    guard
      unsafe request.withUnsafeBytes({ unsafe write(connection, $0.baseAddress, $0.count) })
        == request.count, Self.wait(for: connection, until: MonotonicTime.now + Self.longestWait)
    else { return false }
    var room = [UInt8](repeating: 0, count: Int(PLATFORM_LENDING_BYTES))
    let count = unsafe read(connection, &room, room.count)
    guard case .terminal(let values)? = LendingMessage(Array(room.prefix(max(0, count)))) else {
      return false
    }
    hasReportedEnd = false
    typing = values[LendingMessage.typing].flatMap { Double($0) } ?? 0
    return true
  }

  static func wait(for descriptor: Int32, until end: Double) -> Bool {
    MonotonicTime.now < end && !pollOne(descriptor, until: end).isEmpty
  }
}
