import SecureMemory

/// The descriptors of a terminal in use, and the wait for one of them.
///
///     events.watch(session, signals: watch)
///     events.list.wait(until: deadline)
///     if events.hasSignal { … }
///
/// Everything that may end a dialogue is among them: a signal, the lender, the job and the
/// program that asked.
/// Descriptors that are added to `list` afterwards come last.
struct TerminalEvents {
  var list = PollList()
  private var places = (terminal: 0, loan: 0, signals: 0, devices: 0, job: 0, asker: 0..<0)

  /// Replaces the list; without `yields`, the end of the job that asked is no event.
  ///
  /// With `isQuiet`, typed input is no event either, since the caller reads it at the next beat.
  mutating func watch(
    _ session: borrowing TerminalSession, signals: borrowing SignalWatch,
    devices: DeviceSet? = nil, asker: [Int32] = [], yields: Bool, isWriting: Bool = false,
    isQuiet: Bool = false
  ) {
    list.removeAll()
    var wanted: PollEvents = isQuiet ? [] : .input
    if isWriting { wanted.insert(.output) }
    places.terminal = list.watch(session.descriptor, for: wanted)
    places.loan = list.watch(session.loan?.connection ?? -1)
    places.signals = list.watch(signals.descriptor)
    places.devices = list.watch(isQuiet ? -1 : devices?.waiter ?? -1)
    places.job = list.watch(yields ? session.job.nextEnd : -1)
    places.asker = list.watch(asker)
  }

  var ofTerminal: PollEvents { list[places.terminal] }

  /// True if the terminal is gone, or its lender has ended the loan with a message.
  var isGone: Bool { ofTerminal.contains(.hangUp) || list.hasEvents(at: places.loan) }

  var hasSignal: Bool { list.hasEvents(at: places.signals) }

  var hasDeviceEvents: Bool { list.hasEvents(at: places.devices) }

  var hasJobEnd: Bool { list.hasEvents(at: places.job) }

  var hasAskerEnd: Bool { list.hasEvents(at: places.asker) }

  /// True if a descriptor that was added after these has an event.
  var hasOthers: Bool { list.hasEvents(from: places.asker.upperBound) }
}
