import KeywardEngine
import KeywardPrograms
import SecureMemory

struct SimulateCommand: Command {
  static let name = "simulate"
  static let summary = "Run a keyboard through steps and print its events."
  static let discussion = """
    Time is simulated: nothing sleeps, and every step runs to the end of its transition. All positions, \
    sizes and distances are in points, with y downwards.
    """

  private var steps: [String] = []
  private var eventOrder = EventOrder.default
  private var format = TextFormat.text
  private var showText = false
  private var keyboard = KeyboardOptions()
  private var screen = ScreenOptions()

  init(_ settings: ProgramSettings) {}

  static let argument: CommandOption<Self>? = .argument(
    "STEP", .many, .text(), "The steps, in order."
  ) { $0.steps.append($1) }

  static let tables = [(title: "Steps", rows: SimulationStep.explained)]

  static let groups = [
    OptionGroup<Self>([
      .value(
        "event-order", .name,
        """
        Order of the events when the keyboard rotates or appears. default is that documented for UIKit, \
        jgs that of the iOS library JGSourceBase, ios7 that of iOS 7.
        """
      ) { $0.eventOrder = $1 },
      .value("format", .name, "A line (default), or a JSON object, for each event.") {
        $0.format = $1
      },
      .flag(
        "show-text",
        "Add the typed text to textDidChange events; nothing is secret in a simulation."
      ) {
        $0.showText = true
      },
    ]),
    KeyboardOptions.rulesGroup.within { $1(&$0.keyboard) },
    KeyboardOptions.group.within { $1(&$0.keyboard) },
    ScreenOptions.group.within { $1(&$0.screen) },
  ]

  func validate() throws(UsageError) {
    try screen.validate()
    for step in steps {
      do throws(SimulationError) {
        _ = try SimulationStep(step)
      } catch {
        throw UsageError(error.description)
      }
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var configuration = try keyboard.configuration(on: screen.description(), screen.profile())
    configuration.eventOrder = eventOrder
    var lines: [String] = []
    do {
      // A simulated text is on the command line, and so not secret.
      let keyboard = try Keyboard(configuration, text: SecretText(policy: .allowUnlocked))
      keyboard.transitions.onDiagnostic = { StandardStreams.report.warn("\($0)") }
      let simulation = Simulation(keyboard) { event in
        let text = showText && event.count != nil ? keyboard.text.withBytes(Self.text) : nil
        lines.append(format == .json ? event.json(typed: text) : event.line(typed: text))
      }
      try simulation.run(steps)
    } catch let error as SimulationError {
      try printed(lines)
      throw CommandFailure(error, status: .usage)
    } catch {
      throw CommandFailure("\(error)")
    }
    try printed(lines)
    return .done
  }

  private static func text(_ bytes: RawSpan) -> String {
    unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  private func printed(_ lines: [String]) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    try StandardStreams.print(lines.joined(separator: "\n"))
  }
}
