import Glibc
import SecureMemory
import TerminalUI

/// Runs one dialogue: waits, lets things happen, shows at most one frame per wake-up.
struct DialogueLoop<Scene: DialogueScene> {
  private let dialogue: TerminalDialogue
  private let scene: Scene
  private let frame: SceneFrame
  private var clock = DialogueClock()

  init(dialogue: TerminalDialogue, scene: Scene, frame: SceneFrame) {
    self.dialogue = dialogue
    self.scene = scene
    self.frame = frame
  }

  /// What ended a wait.
  private struct Wake {
    var terminal: Int16 = 0
    var signals: Int16 = 0
    var input: Int16 = 0
    var output: Int16 = 0
    var hasLostCaller = false
  }

  /// Asks until there is an end; the terminal is left by the caller.
  mutating func run(
    _ timeout: DialogueTimeout, client: inout ClientChannel, callers: [Int32]
  ) -> Scene.End {
    // What the client has sent ahead may already be all there is.
    if client.nextEvent() == .gone { return scene.end(.gone) }
    clock = DialogueClock(timeout, now: MonotonicTime.now)
    while true {
      if let end = scene.serve(&client) { return finish(end) }
      clock.begin(at: MonotonicTime.now)
      guard show() else { return scene.end(.gone) }
      let wake = wait(client, callers)
      if let end = handle(wake, &client) { return finish(end) }
    }
  }

  private func finish(_ end: Scene.End) -> Scene.End {
    if frame.isPlain { _ = say(scene.takePlainText()) }
    return end
  }

  // MARK: Waiting

  private func wait(_ client: borrowing ClientChannel, _ callers: [Int32]) -> Wake {
    let now = MonotonicTime.now
    let deadline = [dialogue.decoder.deadline, scene.deadline, clock.deadline]
      .compactMap { $0 }.min()
    let timeout = deadline.map { Int32(min(max(($0 - now) * 1000, 0).rounded(.up), 86_400_000)) }
    let events = Int16(POLLIN) | (dialogue.screen?.isWaiting == true ? Int16(POLLOUT) : 0)
    var entries = [
      pollfd(fd: dialogue.session?.descriptor ?? -1, events: events, revents: 0),
      pollfd(fd: dialogue.signalDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: client.inputDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: client.outputDescriptor, events: 0, revents: 0),
    ]
    entries += callers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = unsafe entries.withUnsafeMutableBufferPointer { list in
      unsafe poll(list.baseAddress, nfds_t(list.count), timeout ?? -1)
    }
    return Wake(
      terminal: entries[0].revents, signals: entries[1].revents, input: entries[2].revents,
      output: entries[3].revents, hasLostCaller: entries[4...].contains { $0.revents != 0 })
  }

  private mutating func handle(_ wake: Wake, _ client: inout ClientChannel) -> Scene.End? {
    let now = MonotonicTime.now
    let broken = Int16(POLLHUP | POLLERR | POLLNVAL)
    // The watch writes to its descriptor whatever signal comes.
    if wake.signals != 0, let end = handleSignals() { return end }
    if wake.terminal & broken != 0 || wake.output & broken != 0 || wake.hasLostCaller {
      return scene.end(.gone)
    }
    if wake.terminal & Int16(POLLOUT) != 0, case .failed? = dialogue.screen?.flush() {
      return scene.end(.gone)
    }
    if wake.input != 0, let event = client.receive() {
      if event == .gone { return scene.end(.gone) }
      if let end = scene.receive(event, &client) { return end }
    }
    if let end = read(isReadable: wake.terminal & Int16(POLLIN) != 0, at: now) { return end }
    if let deadline = scene.deadline, now >= deadline { scene.deadlineReached() }
    return clock.hasEnded(at: now) ? scene.end(.timedOut) : nil
  }

  private func handleSignals() -> Scene.End? {
    let signals = dialogue.takeSignals()
    if let signal = signals.ending {
      return scene.end(signal == SIGINT ? .interrupted : .signalled(signal))
    }
    if signals.stopRequested || signals.continued || signals.windowChanged { scene.conceal() }
    if signals.stopRequested {
      dialogue.leaveForStop()
      dialogue.stopHere()
      return dialogue.resume() ? nil : scene.end(.gone)
    }
    if signals.continued, !dialogue.resume() { return scene.end(.gone) }
    if signals.windowChanged { dialogue.screen?.invalidate() }
    return nil
  }

  // MARK: Reading

  /// Reads what there is and handles it, with one window for everything.
  private mutating func read(isReadable: Bool, at now: Double) -> Scene.End? {
    let terminal = dialogue.session?.descriptor ?? -1
    guard isReadable || dialogue.decoder.deadline != nil else { return nil }
    if isReadable { clock.keyCame(at: now) }
    let protection = dialogue.ring.protection
    return protection.withAccess {
      scene.withAccess {
        guard isReadable else { return handlePending(at: now) }
        for _ in 0..<64 {
          let outcome = dialogue.ring.fill(from: terminal)
          if let end = handlePending(at: now) { return end }
          switch outcome {
          // A read of length 0 is not the end: 0xFF alone looks like that.
          case .bytes, .empty: continue
          case .wouldBlock, .interrupted: return nil
          case .failed: return scene.end(.gone)
          }
        }
        return nil
      }
    }
  }

  private func handlePending(at now: Double) -> Scene.End? {
    while true {
      var end: Scene.End?
      let step = dialogue.ring.withBytes { bytes -> InputDecoder.Step? in
        guard let step = dialogue.decoder.step(bytes, at: now) else { return nil }
        let piece = bytes.extracting(0..<step.byteCount)
        switch step.event {
        case .text: end = scene.type(piece)
        case .pasteBytes: scene.paste(piece)
        case .pasteBegan: scene.beginPaste()
        case .pasteEnded: scene.endPaste()
        case .key(let key, let modifiers): end = press(key, modifiers)
        case .press(let column, let row):
          end = click(column, row)
        case .drag, .release, nil: break
        }
        return step
      }
      guard let step else { return nil }
      dialogue.ring.consume(step.byteCount)
      if let end { return end }
    }
  }

  private func click(_ column: Int, _ row: Int) -> Scene.End? {
    dialogue.composer.screen.action(column: column, row: row).flatMap { scene.click($0) }
  }

  private func press(_ key: TerminalKey, _ modifiers: KeyModifiers) -> Scene.End? {
    guard modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) else { return nil }
    if key == .control(0x6c) { dialogue.screen?.invalidate() }
    if key == .pageDown || key == .pageUp {
      scene.scroll = dialogue.composer.screen.descriptionOffset(
        from: scene.scroll, pages: key == .pageDown ? 1 : -1)
    }
    return scene.press(key)
  }

  // MARK: Showing

  /// Shows what there is now; false where the terminal is gone.
  private mutating func show() -> Bool {
    if frame.isPlain { return say((scene.takeBell() ? "\u{7}" : "") + scene.takePlainText()) }
    guard let size = dialogue.session?.size, dialogue.screen?.isWaiting == false else {
      return true
    }
    scene.drawnKeyboard?.adopt(columns: size.columns, rows: size.rows, at: MonotonicTime.now)
    var content = scene.content
    if let left = clock.secondsLeft(at: MonotonicTime.now) {
      content.notice = left == 1 ? "Closes in 1 second" : "Closes in \(left) seconds"
    }
    dialogue.composer.compose(content, columns: size.columns, rows: size.rows)
    let composed = dialogue.composer.screen
    let rings = scene.takeBell()
    let progress: Screen.Progress?
    if let area = composed.revealArea {
      progress = dialogue.paint(composed, area, rings: rings) {
        scene.composeReveal(columns: area.width, isASCII: frame.isASCII)
      }
    } else {
      progress = dialogue.screen?.show(composed.buffer, cursor: composed.cursor, rings: rings)
    }
    if case .failed? = progress { return false }
    return true
  }

  /// Sends a text in line mode; false where the terminal is gone.
  private func say(_ text: String) -> Bool {
    guard !text.isEmpty, let terminal = dialogue.session?.descriptor else { return true }
    var rest = Array(text.utf8)[...]
    let end = MonotonicTime.now + 1
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(terminal, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard MonotonicTime.now < end else { return true }
        var entry = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, 50)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

extension TerminalDialogue {
  /// Shows a screen with characters from locked memory.
  func paint(
    _ composed: ComposedScreen, _ area: ComposedScreen.RevealArea, rings: Bool,
    _ compose: () -> Int
  ) -> Screen.Progress? {
    let count = compose()
    guard let fields, var terminal = screen.take() else { return nil }
    let progress = terminal.show(
      composed.buffer, cursor: composed.cursor, rings: rings, revealing: fields.scratch,
      byteCount: count, at: (area.column, area.row))
    screen = consume terminal
    fields.scratch.wipe()
    return progress
  }

  /// Gives the terminal back for as long as the program is stopped.
  func leaveForStop() {
    screen = nil
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &ring)
    session = consume terminal
  }
}
