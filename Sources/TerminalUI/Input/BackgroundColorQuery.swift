/// The question to a terminal for the colour of its ground, and the use made of the answer.
///
/// Nobody waits: an answer that comes soon, and before the first key, changes the theme. A later
/// one is remembered but changes nothing on the screen.
struct BackgroundColorQuery {
  /// The age at which an answer can still change the theme, in seconds.
  static let patience = 0.3
  /// The age at which an unanswered question is no longer open, in seconds.
  ///
  /// Some terminals never answer. An open question delays the end of each dialogue on them.
  static let longestWay = 3.0
  /// The longest time for which the end of a dialogue waits for the answer, in seconds.
  static let longestWait = 1.0

  /// The theme for the ground the terminal has told; nil if it has told none.
  private(set) var told: Theme?
  private var wasAsked = false
  /// The time until which an answer changes the screen.
  private var end = -Double.infinity
  private var change: Theme?

  /// Notes that the terminal was asked.
  mutating func ask(at now: Double) {
    wasAsked = true
    end = now + Self.patience
  }

  /// Notes a key, a click or a paste: from then on the screen is in use.
  mutating func noteInput() { end = -.infinity }

  /// Notes the answer.
  mutating func note(_ ground: Palette.RGB, at now: Double) {
    guard wasAsked else { return }
    told = ground.isLight ? .light : .dark
    if now <= end { change = told }
    noteInput()
  }

  /// Takes the theme to show from now on; nil if it stays the same.
  mutating func takeChange() -> Theme? { change.take() }
}
