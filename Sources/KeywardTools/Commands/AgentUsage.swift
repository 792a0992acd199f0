import ArgumentParser
import SecretCommands

/// Declares `keyward agent`, which answers the questions of systemd on this terminal.
struct AgentUsage: SecretUsage {
  typealias Command = AgentCommand

  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Answer the password questions of systemd on this terminal.",
    discussion: """
      Watches the folders systemd puts its questions into, /run/systemd/ask-password and \
      $XDG_RUNTIME_DIR/systemd/ask-password, until it is stopped. A question disappears when its \
      time is over, when its process ends or when somebody else answers it; one that is written anew \
      is asked anew. The first row says who asks and in which folder. The system's questions are \
      root's.

      How it asks is set in KEYWARD_OPTIONS and the configuration file, as for the other programs \
      that are called.
      """)

  @Option(
    help: ArgumentHelp("A folder to watch instead; may be given more than once.", valueName: "dir"),
    completion: .directory)
  var directory: [String] = []
}
