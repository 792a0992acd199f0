import Glibc

extension PinentryServer {
  /// Performs a command and replies; returns the step for the program, or nil to continue.
  mutating func perform(_ command: AssuanCommand, _ argument: [UInt8]) -> Step? {
    switch command {
    case .getPIN: return getPassphrase()
    case .confirm: return ask(state.confirmationRequest(hasOneButton: isOneButton(argument)))
    case .message: return ask(state.confirmationRequest(hasOneButton: true))
    case .bye:
      replyOK("closing connection")
      return .end(.finished)
    case .nop: replyOK()
    case .reset:
      state.reset()
      replyOK()
    case .cancel, .end, .auth: reply(.notImplemented)
    case .help: help(argument)
    case .option: setOption(argument)
    case .getInfo: getInfo(argument)
    case .clearPassphrase: reply(.noCache)
    case .setTimeout:
      if !argument.isEmpty { state.timeout = DialogueTimeout(argument) }
      replyOK()
    case .setDescription, .setPrompt, .setTitle, .setError, .setOK, .setNotOK, .setCancel,
      .setRepeat, .setRepeatError, .setRepeatOK, .setQualityBar, .setQualityBarTip,
      .setGenerator, .setGeneratorTip, .setKeyInfo:
      state.texts[command] = PercentEncoding.decode(unsafe argument.span.bytes)
      replyOK()
    }
    return nil
  }

  private mutating func setOption(_ argument: [UInt8]) {
    do throws(AssuanError) {
      try state.takeOption(argument)
      replyOK()
    } catch {
      reply(error)
    }
  }

  private func isOneButton(_ argument: [UInt8]) -> Bool {
    argument.split(whereSeparator: \.isBlank).contains { $0.elementsEqual("--one-button".utf8) }
  }

  // MARK: Information about us

  private mutating func help(_ argument: [UInt8]) {
    guard argument.isEmpty else {
      let name = argument.prefix { !$0.isBlank }
      reply(AssuanCommand(name: unsafe Array(name).span.bytes) == nil ? .noSuchHelp : .noHelp)
      return
    }
    for command in AssuanCommand.allCases { channel.writer.add("# \(command.rawValue)") }
    replyOK()
  }

  private mutating func getInfo(_ argument: [UInt8]) {
    let word = argument.text
    switch word {
    case "pid": channel.writer.addData("\(getpid())")
    case "version": channel.writer.addData(StandardStreams.version)
    case "flavor": channel.writer.addData("keyward")
    case "ttyinfo": channel.writer.addData(terminalInfo)
    default:
      reply(.parameter)
      return
    }
    replyOK()
  }

  /// The answer to `GETINFO ttyinfo`, such as `/dev/pts/0 xterm :0 20620/0/5 0/0 -`.
  private var terminalInfo: String {
    let terminal = state.terminal
    let device = terminal.name.map { Self.describeDevice($0) }
    let words = [terminal.name, terminal.type, state.display, device]
    let ours = "\(geteuid())/\(getegid())"
    return (words.map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "-" } + [ours, "-"])
      .joined(separator: " ")
  }

  /// Returns the mode in octal, the user and the group of a file, such as `20620/0/5`.
  ///
  /// Returns `?` if the file does not exist.
  private static func describeDevice(_ path: String) -> String {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return "?" }
    return "\(String(status.st_mode, radix: 8))/\(status.st_uid)/\(status.st_gid)"
  }
}
