import Glibc
import KeywardSystem
import SecureMemory

/// A terminal lent by another process of this user, until either process ends.
///
/// The lender has opened it for us alone and does not use it meanwhile. It is not our controlling
/// terminal: we get no signal when its size changes, and Ctrl-C arrives as a byte.
package final class BorrowedTerminal {
  /// The descriptor of the borrowed terminal, in non-blocking mode.
  let descriptor: Int32
  /// The connection to the lender.
  ///
  /// Once it is readable or hung up, the terminal must no longer be used.
  package let connection: Int32
  package let environment: TerminalEnvironment
  private let messageOfEnd: (DialogueOutcome) -> [UInt8]
  /// True once the outcome has been reported to the lender, which may then use the terminal again.
  package var hasReportedEnd = false
  /// The seconds in which a key may still be typed for another program.
  package var typing = 0.0
  private var wasOrphaned: Bool?
  private let lender: ProcessStatFile

  /// Takes ownership of both descriptors.
  ///
  /// `environment.device` is the terminal's path. `messageOfEnd` encodes the outcome for the
  /// lender.
  package init(
    _ descriptor: Int32, connection: Int32, environment: TerminalEnvironment,
    messageOfEnd: @escaping (DialogueOutcome) -> [UInt8]
  ) {
    self.descriptor = descriptor
    self.connection = connection
    self.environment = environment
    self.messageOfEnd = messageOfEnd
    lender = ProcessStatFile(Self.peer(of: connection))
  }

  deinit {
    close(descriptor)
    close(connection)
  }

  /// Returns the process at the other end of a connection; 0 for none.
  private static func peer(of connection: Int32) -> Int32 {
    var (user, process): (UInt32, Int32) = (0, 0)
    return unsafe platform_lending_peer(connection, &user, &process) == 0 ? process : 0
  }

  /// The seconds between two looks whether the lender was stopped, of which the kernel reports
  /// nothing.
  static let longestLook = 0.5

  /// True if the lender was stopped by force, so that it cannot take its terminal back.
  ///
  /// Its shell may take the terminal at any moment; false if `/proc` does not show the lender.
  var isLenderStopped: Bool { lender.present?.isStopped == true }

  /// True if the loan is over, because the lender has exited or sent a message.
  package var isLost: Bool { !pollOne(connection).isEmpty }

  /// True if the lender has exited without a message about the end of the loan, so that nobody
  /// restores the terminal after us.
  ///
  /// The first call after the loss receives the message.
  var isOrphaned: Bool {
    guard isLost else { return false }
    if let wasOrphaned { return wasOrphaned }
    var byte: UInt8 = 0
    let result = unsafe read(connection, &byte, 1) < 1
    wasOrphaned = result
    return result
  }

  package func report(_ outcome: DialogueOutcome) {
    hasReportedEnd = true
    let message = messageOfEnd(outcome)
    _ = unsafe message.withUnsafeBytes { unsafe write(connection, $0.baseAddress, $0.count) }
  }
}
