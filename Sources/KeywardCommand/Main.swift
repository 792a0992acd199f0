import ArgumentParser
import Keyward

@main
struct KeywardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "keyward")
}
