import SecureMemory

package struct AgentCommand: SecretCommand {
  package static let name = "agent"
  package static let summary = "Answer systemd's password questions on this terminal."
  package static let discussion = """
    Until it is stopped, the agent watches the folders into which systemd puts its questions, \
    /run/systemd/ask-password and $XDG_RUNTIME_DIR/systemd/ask-password. A question disappears when its time \
    limit is reached, when its process ends or when somebody else answers it; if its file is \
    rewritten, the question is asked again. The first row shows the process that asks, and the \
    question's folder. Answering system-wide questions requires root.

    KEYWARD_OPTIONS and the configuration file set how the agent asks.
    """

  package var directory: [String] = []

  package var settings: ProgramSettings

  package init(_ settings: ProgramSettings) { self.settings = settings }

  package static let groups = [
    OptionGroup<Self>([
      .value(
        "directory", .text("DIR", offers: .folders),
        "Folder to watch instead of systemd's; can be repeated."
      ) { $0.directory.append($1) }
    ]),
    ProgramSettings.bootGroup.within { $1(&$0.settings) },
  ]

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let defaults = PasswordAgent.defaultDirectories(lookup: environmentVariable)
    // The sandbox of the first question hides the current folder.
    let given = directory.map { PathTrustError.absolute($0) ?? $0 }
    let directories = given.isEmpty ? defaults : given
    let agent = try PasswordAgent(
      directories: directories, terminal: settings.environment.device ?? "/dev/tty")
    var preparation = settings.preparation { .ofAgent($0, directories: directories) }
    preparation.capacities = [PasswordAgent.longestAnswer]
    let host = try prepareHost(preparation, &hardening)
    return agent.run(
      asking: host,
      on: CalledTerminal(for: host, settings, environment: .current(), needsName: false))
  }
}
