import Glibc
import SecureMemory
import TerminalUI

/// A dialogue of a called program: its scene on the cell screen or in lines, its client, and those
/// whose going ends it.
final class CalledPresenter: ScreenPresenter {
  let clock = Clock.monotonic
  let environment: TerminalEnvironment
  let modes: ScreenModes?
  var request: LoopRequest?
  /// Whether the client or the one who asks has gone.
  private(set) var isAbandoned = false
  /// Whether the terminal was taken.
  private(set) var hasBegun = false
  /// The client, for as long as the dialogue is up.
  var client = ClientChannel.nobody()

  let dialogue: TerminalDialogue
  let scene: any DialogueScene
  private let isASCII: Bool
  /// Descriptors that end it when they become readable.
  private let endings: [Int32]
  var timer: DialogueClock
  private var size = (columns: 0, rows: 0)
  /// What is shown.
  let picture: DialoguePicture

  init(
    _ scene: any DialogueScene, of dialogue: TerminalDialogue, frame: SceneFrame,
    environment: TerminalEnvironment, timeout: DialogueTimeout, endings: [Int32]
  ) {
    self.scene = scene
    self.dialogue = dialogue
    self.environment = environment
    self.endings = endings
    modes = frame.isPlain ? nil : ScreenModes(kittyKeyboard: environment.hasKittyKeyboard)
    isASCII = frame.isASCII
    var content = scene.base
    content.protections = dialogue.surroundings.protections
    picture = DialoguePicture(content)
    timer = DialogueClock(timeout)
  }

  var isOver: Bool { isAbandoned || scene.isOver }
  // What the caller's shell has running beside us is none of our business.
  var suspendsGroup: Bool { false }
  // It rings no more once it is over: the next picture is the caller's.
  var owesBell: Bool { false }

  var deadline: Double? {
    dialogue.pump.deadline.orEarlier(scene.deadline).orEarlier(timer.deadline)
  }

  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double) {
    hasBegun = true
    if let mode { picture.addProtection(mode.words) }
    size = window
    // What the client has sent ahead may already be all there is.
    isAbandoned = client.nextEvent() == .gone
    serve()
  }

  func adoptWindow(_ new: (columns: Int, rows: Int), at now: Double) {
    guard new != size else { return }
    size = new
    scene.conceal()
  }

  func advance(to now: Double) {
    timer.advance(to: now)
    if let deadline = scene.deadline, now >= deadline { scene.deadlineReached() }
    if timer.hasEnded { scene.fail(.timedOut) }
    serve()
  }

  func interrupt(at now: Double) {
    dialogue.pump.reset()
    scene.conceal()
    scene.cancelPaste()
  }

  func conceal(at now: Double) { scene.conceal() }

  func dropText(saying sentence: String, at now: Double) {
    interrupt(at: now)
    scene.dropText(saying: sentence)
  }

  func leave(_ session: inout TerminalSession) {
    session.leave(draining: &dialogue.pump.ring)
  }

  // MARK: The client

  /// How long another dialogue may have the terminal, in seconds.
  private static let patience = 120.0

  func waits(for seconds: Double) {
    if client.nextEvent() == .gone {
      isAbandoned = true
    } else if client.hasFarewell {
      scene.fail(.cancelled)
    } else if seconds >= Self.patience {
      scene.fail(.timedOut)
    }
  }

  func watch(on list: inout PollList) {
    list.watch(client.inputDescriptor, at: 0)
    list.watch(client.outputDescriptor, takesInput: false, at: 1)
    for index in endings.indices { list.watch(endings[index], at: index + 2) }
  }

  func takeNews(of list: PollList) {
    if list.hasNews(from: 1) {
      isAbandoned = true
    } else if list.hasNews(at: 0), let event = client.receive() {
      if event == .gone { isAbandoned = true } else { scene.receive(event, &client) }
    }
  }

  /// Asks the client what is to be asked.
  private func serve() {
    if !isOver { scene.serve(&client) }
  }

  // MARK: Showing

  func show(
    on screen: inout Screen, of session: borrowing TerminalSession,
    watch: borrowing SignalWatch
  ) -> Screen.Progress {
    let now = clock.now
    timer.begin(at: now)
    guard modes != nil else { return sayNews(to: session, watch: watch) }
    // Nobody tells us of another size unless we are in the terminal's foreground. It is asked for while
    // the frame is on its way, but first where characters are revealed, which another size hides.
    if scene.showsCharacters { adoptWindow(session.size, at: now) }
    let progress = draw(on: &screen, watch: watch, at: now)
    guard progress == .done, !scene.showsCharacters else { return progress }
    let present = session.size
    guard present != size else { return progress }
    adoptWindow(present, at: now)
    return draw(on: &screen, watch: watch, at: now)
  }

  private func draw(
    on screen: inout Screen, watch: borrowing SignalWatch, at now: Double
  ) -> Screen.Progress {
    scene.drawnKeyboard?.adopt(columns: size.columns, rows: size.rows, at: now)
    picture.update(
      of: scene, secondsLeft: timer.secondsLeft, columns: size.columns, rows: size.rows)
    let rings = scene.takeBell()
    guard let area = picture.revealArea, let fields = dialogue.fields else {
      return picture.show(on: &screen, rings: rings)
    }
    let composed = picture.screen
    defer { fields.scratch.wipe() }
    let count = scene.composeReveal(columns: area.width, isASCII: isASCII)
    // This write cannot be taken up later; a terminal that takes nothing must not hold up a signal.
    return watch.endingAtOnce {
      screen.show(
        composed.buffer, cursor: composed.cursor, rings: rings, revealing: fields.scratch,
        byteCount: count, at: (area.column, area.row),
        within: scene.deadline.orEarlier(timer.end).map { $0 - clock.now } ?? Self.longestWait)
    }
  }

  /// How long a terminal is waited for that does not take what is revealed until it is hidden, such as
  /// a passphrase that was made, in seconds.
  private static let longestWait = 10.0

  /// Says in line mode what is still to be said.
  func sayLast(to session: borrowing TerminalSession) {
    if hasBegun, modes == nil { session.sayLast(scene.takePlainText()) }
  }

  /// Says what line mode has to say; a terminal that takes nothing for a second is not waited for.
  private func sayNews(
    to session: borrowing TerminalSession, watch: borrowing SignalWatch
  ) -> Screen.Progress {
    let text = (scene.takeBell() ? "\u{7}" : "") + scene.takePlainText()
    return text.isEmpty || watch.endingAtOnce({ session.say(text) }) ? .done : .failed(EIO)
  }
}
