import ArgumentParser
import KeyboardScenes
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward simulate`: runs a keyboard without a terminal, and prints its events.
struct SimulateCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Run a keyboard through steps and print its events.",
    discussion: """
      Time is simulated: nothing sleeps, every step runs to the end of its transition.

      Steps: \(SimulationStep.forms.joined(separator: " "))
      """)

  /// The form of the printed events.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: ArgumentHelp("What happens, in order.", valueName: "step"))
  var steps: [String]

  @Option(help: "In which order a rotation's or show's events come.")
  var eventOrder = EventOrder.default

  @Option(help: "A line for people or a JSON object for each event.")
  var format = Format.text

  @Flag(help: "Adds the text to textDidChange; nothing is secret in a simulation.")
  var showText = false

  @OptionGroup(title: "Rules of typing") var rules: RuleArguments
  @OptionGroup(title: "Keyboard options") var keyboard: KeyboardArguments
  @OptionGroup(title: "Screen options") var screen: ScreenArguments

  func validate() throws {
    for step in steps {
      do throws(SimulationError) {
        _ = try SimulationStep(step)
      } catch {
        throw ValidationError(error.description)
      }
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let screen = screen.values
    var configuration = try keyboard.values.configuration(
      on: screen.description(), screen.profile())
    configuration.eventOrder = eventOrder
    rules.values.apply(to: &configuration)
    var lines: [String] = []
    do {
      // A simulated text stands on the command line and is not a secret.
      let keyboard = try Keyboard(configuration, text: SecretText(policy: .allowUnlocked))
      keyboard.transitions.onDiagnostic = { StandardStreams.say("keyward: \($0)") }
      let simulation = Simulation(keyboard) { event in
        let text = showText && event.count != nil ? keyboard.text.withBytes(Self.text) : nil
        let line = EventLine(event: event, shownText: text)
        lines.append(format == .json ? line.json : line.text)
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

  /// A copy of a text that is not a secret.
  private static func text(_ bytes: RawSpan) -> String {
    unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  private func printed(_ lines: [String]) throws(CommandFailure) {
    guard !lines.isEmpty else { return }
    try StandardStreams.print(lines.joined(separator: "\n"))
  }
}
