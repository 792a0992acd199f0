/// The question to a terminal for the colour of its ground, and what becomes of the answer.
///
/// Nobody waits: an answer that comes soon, and before the first key, changes the theme. A later one is
/// known from then on, and changes nothing that is shown.
struct GroundQuestion {
  /// How old an answer may be that still changes the theme, in seconds.
  static let patience = 0.3
  /// How long an answer may begin to come, cut anywhere, in seconds.
  static let longestWay = 1.0

  /// The theme for the ground the terminal has told; nil where it has told none.
  private(set) var told: Theme?
  private var wasAsked = false
  /// Until when an answer changes what is shown.
  private var end = -Double.infinity
  private var change: Theme?

  /// Notes that it was asked.
  mutating func ask(at now: Double) {
    wasAsked = true
    end = now + Self.patience
  }

  /// Notes a key, a click or a paste: what is on the screen is in use.
  mutating func noteInput() { end = -.infinity }

  /// Notes the answer.
  mutating func note(_ ground: Palette.RGB, at now: Double) {
    guard wasAsked else { return }
    told = ground.isLight ? .light : .dark
    if now <= end { change = told }
    noteInput()
  }

  /// Takes the theme that is to be shown from now on; nil for the same as before.
  mutating func takeChange() -> Theme? { change.take() }
}
