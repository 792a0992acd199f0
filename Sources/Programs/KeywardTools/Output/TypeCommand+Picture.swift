import KeyboardEngine
import KeywardPrograms
import PromptUI
import SecureMemory

extension TypeCommand {
  /// Prints the empty screen as the terminal's window would show it, or a window of the given size.
  func printPicture(_ format: Format) throws(CommandFailure) {
    let screen = try typing.screen.pictured()
    let configuration = try typing.configuration(on: screen, typing.screen.profile())
    // Nothing is typed here.
    let keyboard = try orFail {
      try Keyboard(configuration, text: SecretText(policy: .allowUnlocked))
    }
    keyboard.show(at: 0)
    let columns = max(1, Int((screen.size.width / CellGrid.cellWidth).rounded()))
    let rows = max(1, Int((screen.size.height / CellGrid.cellHeight).rounded()))
    let options = typing.dialogueOptions()
    switch format {
    case .text:
      let lines = PromptPicture.lines(
        options, keyboard: keyboard, columns: columns, rows: rows)
      try StandardStreams.print(lines.map(TextWrap.trimmed).joined(separator: "\n"))
    case .svg:
      try StandardStreams.print(
        PromptPicture.svg(
          options, keyboard: keyboard, columns: columns, rows: rows,
          palette: Self.palette(of: typing.environment)))
    }
  }

  /// The palette of a picture: all colours, unless none are wanted.
  private static func palette(of environment: TerminalEnvironment) -> Palette {
    Palette(
      depth: environment.refusesColor ? .none : .direct, isLight: environment.palette.isLight)
  }
}
