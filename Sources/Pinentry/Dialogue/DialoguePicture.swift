import TerminalUI

/// The picture of a scene, brought up to date with as little work as what changed needs.
final class DialoguePicture {
  /// What is shown, as of the last update; its counts may be those of an earlier one.
  private var content: ScreenContent
  private var showsCountdown = false
  private var composer = ScreenComposer()

  /// A picture of which nothing has been composed yet.
  ///
  /// - Parameter content: What stays the same.
  init(_ content: ScreenContent) {
    self.content = content
  }

  /// The screen composed last.
  var screen: ComposedScreen { composer.screen }

  /// The cells kept free for characters that are revealed.
  var revealArea: ComposedScreen.RevealArea? { composer.screen.revealArea }

  /// Shows the screen composed last.
  func show(on screen: inout Screen, rings: Bool) -> Screen.Progress {
    screen.show(composer.screen.buffer, cursor: composer.screen.cursor, rings: rings)
  }

  /// Adds to what is said of the protections.
  func addProtection(_ words: String) { content.protections.append(words) }

  /// Brings it up to date; a countdown goes before what the scene has to say.
  ///
  /// - Parameters:
  ///   - scene: What it is a picture of.
  ///   - secondsLeft: The time that is left, where it is shown.
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  func update(
    of scene: any DialogueScene, secondsLeft: Int?, columns: Int, rows: Int
  ) {
    if secondsLeft == nil, !showsCountdown, scene.differsInCounts,
      composer.recount(columns: columns, rows: rows, { scene.count(of: $0) })
    {
      return
    }
    showsCountdown = secondsLeft != nil
    scene.update(&content)
    if let secondsLeft { content.notice = Countdown.sentence(secondsLeft) }
    composer.compose(content, columns: columns, rows: rows)
  }
}
