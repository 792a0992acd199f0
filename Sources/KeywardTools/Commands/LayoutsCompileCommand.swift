import ArgumentParser
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward layouts compile`: writes records of the user's keyboards, which prompts read sooner
/// than files.
struct LayoutsCompileCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Let prompts read your own keyboards sooner.",
    discussion: """
      Writes NAME.record beside NAME.yaml in your folder of keyboards. A prompt uses it as long as it \
      was made of the very file that is there, else it reads the file. An import writes it by itself; \
      do this after you have changed a file, or after an update of keyward.
      """)

  @Argument(help: ArgumentHelp("Your keyboards, all of them if none is named.", valueName: "name"))
  var names: [String] = []

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let library = ShippedLayouts.library()
    guard let folder = library.folder else {
      throw CommandFailure("HOME is not set, so you have no folder for keyboards. Set it.")
    }
    let own = library.userNames
    for name in names where !own.contains(name) {
      throw CommandFailure(
        UnknownName(what: "keyboard", name: name, owner: "Your folder \(folder)", known: own),
        status: .usage)
    }
    if own.isEmpty { StandardStreams.say("keyward: \(folder) has no keyboard.") }
    var status = ExitStatus.done
    for name in names.isEmpty ? own : names {
      let path = "\(folder)/\(name).yaml"
      do {
        let isWritten = try RecordWriting.write(ofFile: path, in: library)
        try StandardStreams.printQuoting(
          isWritten
            ? "\(name): compiled."
            : "\(name): read as it is, since it takes a panel from another file of yours.")
      } catch {
        StandardStreams.complain(error)
        status = .failed
      }
    }
    return status
  }
}
