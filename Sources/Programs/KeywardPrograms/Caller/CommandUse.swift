import KeywardTerminal

/// What a program will do with the answer to its question, from its command line.
///
///     CommandUse(of: words("sudo -u www -- ls"), program: "sudo")   // run `ls` as www
///
/// Options are recognised by tables. A command line with an option that is not in its program's
/// table is shown as it is.
struct CommandUse: Hashable {
  enum Deed: Hashable {
    /// Runs or edits the words as a user; `options` are others that matter.
    case run(as: [UInt8], options: [[UInt8]]), edit(as: [UInt8], options: [[UInt8]])
    case openShell(as: [UInt8], options: [[UInt8]])
    case logIn
    /// The words are the command line itself.
    case other
  }

  private(set) var deed = Deed.other
  private(set) var words: [[UInt8]]
  /// The words before the command that set its environment, which can be long.
  private(set) var assignments: [[UInt8]] = []

  /// Creates the use that a program makes of an answer.
  ///
  /// `program` is the name of its file. `user` returns the name of the user, and `parents` the
  /// programs and command lines of its parents, the nearest first.
  init(
    of words: [[UInt8]], program: String, user: () -> String = { "" },
    parents: () -> [(program: String, words: [[UInt8]])] = { [] }
  ) {
    self.words = words
    switch program {
    case "sudo", "sudoedit", "sudo-rs", "sudo.ws": readSudo(user)
    case "ssh": readSSH()
    case "git-remote-http", "git-remote-https", "git-remote-ftp", "git-remote-ftps":
      readRemote(parents())
    case "doas": readDoas()
    default: break
    }
    switch deed {
    case .run, .other: splitAssignments()
    case .edit, .openShell, .logIn: break
    }
  }

  /// Creates the use of an answer that is passed to a command.
  init(passingTo command: [[UInt8]]) {
    words = command
    splitAssignments()
  }

  // MARK: env

  private static let env = OptionTable(
    flags: "0iv", valued: "Cu",
    longFlags: ["debug", "ignore-environment", "list-signal-handling", "null"],
    longValued: ["chdir": "C", "unset": "u"])

  /// Moves the call of `env` before a command to the assignments.
  ///
  /// Another program with this name may do anything else.
  private mutating func splitAssignments() {
    while let name = words.first,
      ["env", "/bin/env", "/usr/bin/env"].contains(where: { name.elementsEqual($0.utf8) })
    {
      var reader = OptionReader(words)
      guard reader.options(by: Self.env) != nil else { return }
      // A lone hyphen ignores the environment, too.
      if reader.rest.first == [0x2d] { reader.rest.removeFirst() }
      while reader.rest.first?.contains(UInt8(ascii: "=")) == true { reader.rest.removeFirst() }
      guard !reader.rest.isEmpty else { return }
      assignments += words[..<reader.rest.startIndex]
      words = Array(reader.rest)
    }
  }

  // MARK: doas

  private static let doas = OptionTable(flags: "ns", valued: "au")

  private mutating func readDoas() {
    var reader = OptionReader(words)
    guard let options = reader.options(by: Self.doas) else { return }
    let opensShell = options.contains { $0.name == "s" }
    // A shell takes no words.
    guard reader.rest.isEmpty == opensShell else { return }
    let target = options.last { $0.name == "u" }?.value ?? Array("root".utf8)
    words = Array(reader.rest)
    deed = opensShell ? .openShell(as: target, options: []) : .run(as: target, options: [])
  }

  // MARK: sudo

  private static let sudo = OptionTable(
    flags: "ABbEeHiknNPSs", valued: "CDghpRrTtu",
    longFlags: [
      "askpass", "background", "bell", "edit", "login", "non-interactive", "no-update",
      "preserve-env", "preserve-groups", "reset-timestamp", "set-home", "shell", "stdin",
    ],
    longValued: [
      "chdir": "D", "chroot": "R", "close-from": "C", "command-timeout": "T", "group": "g",
      "host": "h", "prompt": "p", "role": "r", "type": "t", "user": "u",
    ])

  private mutating func readSudo(_ user: () -> String) {
    var reader = OptionReader(words)
    var (options, assignments): ([OptionReader.Option], [[UInt8]]) = ([], [])
    while true {
      guard let more = reader.options(by: Self.sudo) else { return }
      options += more
      // Assignments may be among the options.
      guard !reader.isOver, let word = reader.rest.first, word.first != UInt8(ascii: "/"),
        word.contains(UInt8(ascii: "="))
      else { break }
      assignments.append(word)
      reader.rest.removeFirst()
    }
    func has(_ names: String...) -> Bool { options.contains { names.contains($0.name) } }
    func last(_ name: String) -> [UInt8]? { options.last { $0.name == name }?.value }
    var target = last("u") ?? Array("root".utf8)
    if let group = last("g") { target = (last("u") ?? Array(user().utf8)) + [0x3a] + group }
    let command = Array(reader.rest)
    // sudo looks at the end of the name under which it was started.
    let name = words[0].split(separator: 0x2f).last ?? []
    let isEdit = has("e", "edit") || name.dropFirst().suffix(4).elementsEqual("edit".utf8)
    let opensShell = has("s", "shell", "i", "login")
    var extra: [[UInt8]] = []
    for option in options {
      switch option.name {
      case "D", "R", "h", "r", "t":
        if let value = option.value { extra += [Array("-\(option.name)".utf8), value] }
      case "i", "login": if !command.isEmpty { extra.append(Array("-i".utf8)) }
      case "s", "shell": if !command.isEmpty { extra.append(Array("-s".utf8)) }
      default: break
      }
    }
    guard isEdit ? !command.isEmpty : !command.isEmpty || opensShell else { return }
    (self.assignments, words) = (assignments, command)
    deed =
      isEdit
      ? .edit(as: target, options: extra)
      : command.isEmpty
        ? .openShell(as: target, options: extra) : .run(as: target, options: extra)
  }

  // MARK: ssh

  private static let ssh = OptionTable(
    flags: "1246aACfgKkMNnqsTtvXxYy", valued: "BbcDeEFIiJLlmoPpRSWw")

  /// The settings of ssh that choose another host or user than the destination names, as the files
  /// and hosts of `-F` and `-J` may do.
  private static let redirections = [
    "hostname", "user", "port", "proxycommand", "proxyjump", "proxyusefdpass", "include",
  ]

  private mutating func readSSH() {
    var reader = OptionReader(words)
    guard var options = reader.options(by: Self.ssh), let host = reader.rest.first else { return }
    // Options may follow the destination.
    reader.rest.removeFirst()
    if !reader.isOver {
      guard let more = reader.options(by: Self.ssh) else { return }
      options += more
    }
    if options.contains(where: { ["F", "J"].contains($0.name) }) { return }
    for option in options where option.name == "o" {
      let key = (option.value ?? []).drop { $0 == 0x20 || $0 == 0x09 }
        .prefix { ![0x3d, 0x20, 0x09].contains($0) }
      if Self.redirections.contains(String(decoding: key, as: UTF8.self).lowercased()) { return }
    }
    let users = options.filter { $0.name == "l" }.compactMap(\.value)
    let isURL = host.starts(with: "ssh://".utf8)
    guard users.isEmpty || users.count == 1 && !isURL && !host.contains(0x40) else { return }
    words = [(users.first.map { $0 + [0x40] } ?? []) + host]
    if let port = options.last(where: { $0.name == "p" })?.value {
      words += [Array("-p".utf8), port]
    }
    deed = .logIn
  }

  // MARK: git

  private static let git = OptionTable(
    flags: "pP", valued: "Cc",
    longFlags: [
      "paginate", "no-pager", "bare", "no-replace-objects", "no-lazy-fetch", "no-optional-locks",
      "no-advice", "literal-pathspecs", "glob-pathspecs", "noglob-pathspecs", "icase-pathspecs",
    ],
    longValued: [
      "git-dir": "git-dir", "work-tree": "work-tree", "namespace": "namespace",
      "config-env": "config-env", "attr-source": "attr-source", "super-prefix": "super-prefix",
    ])

  /// A remote helper is started by git itself, once or twice removed.
  private mutating func readRemote(_ parents: [(program: String, words: [[UInt8]])]) {
    guard let remote = words.dropFirst().last else { return }
    for parent in parents where parent.program == "git" {
      var reader = OptionReader(parent.words)
      guard reader.options(by: Self.git) != nil, let command = reader.rest.first else { return }
      if command.starts(with: "remote-".utf8) { continue }
      words = [Array("git".utf8), command, remote]
      return
    }
  }
}

extension CommandUse {
  /// Sets the words about the use in a purpose.
  func describe(in purpose: inout Purpose, _ language: Language, _ text: CommandText) {
    func name(_ user: [UInt8], _ options: [[UInt8]]) -> String {
      text.quoted(user[...]) + (options.isEmpty ? "" : " (" + text.line(options) + ")")
    }
    (purpose.assignments, purpose.command) = (text.line(assignments), text.line(words))
    switch deed {
    case .run(let user, let options):
      purpose.lead = language[.runsAs, name(user, options)]
      purpose.note = language[.asUser, name(user, options)]
    case .edit(let user, let options):
      purpose.lead = language[.editsAs, name(user, options)]
      // The file alone would look like a command.
      purpose.note = String(purpose.lead.dropLast())
      if purpose.note.last == "\u{a0}" { purpose.note.removeLast() }
    case .openShell(let user, let options):
      purpose.lead = language[.runsAs, name(user, options)]
      purpose.note = language[.asUser, name(user, options)]
      let shell = language[.aShell]
      purpose.command += purpose.command.isEmpty ? shell : " " + shell
    case .logIn: purpose.lead = language[.logsInTo]
    case .other: break
    }
  }
}

/// The options that a program accepts.
struct OptionTable {
  let flags: String
  let valued: String
  var longFlags: Set<String> = []
  /// The names of long options with a value, and those under which they are reported.
  var longValued: [String: String] = [:]
}

/// Reads the words of a command line as `getopt_long` does.
struct OptionReader {
  struct Option: Hashable {
    let name: String
    var value: [UInt8]?
  }

  /// The words that have not been read.
  var rest: ArraySlice<[UInt8]>
  /// True if `--` has ended the options.
  private(set) var isOver = false

  /// Creates a reader of the words after the program's name.
  init(_ words: [[UInt8]]) { rest = words.dropFirst() }

  /// Reads the options before the next other word; nil if the table lacks one or a value is missing.
  mutating func options(by table: OptionTable) -> [Option]? {
    var found: [Option] = []
    while !isOver, let word = rest.first, word.count > 1, word[0] == UInt8(ascii: "-") {
      rest.removeFirst()
      if word[1] == UInt8(ascii: "-") {
        guard word.count > 2 else {
          isOver = true
          break
        }
        guard let option = long(word.dropFirst(2), table) else { return nil }
        found.append(option)
        continue
      }
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        let name = String(decoding: [letter], as: UTF8.self)
        if table.flags.utf8.contains(letter) {
          found.append(Option(name: name))
        } else if table.valued.utf8.contains(letter), !letters.isEmpty {
          found.append(Option(name: name, value: Array(letters)))
          letters = []
        } else if table.valued.utf8.contains(letter), let value = rest.popFirst() {
          found.append(Option(name: name, value: value))
        } else {
          return nil
        }
      }
    }
    return found
  }

  private mutating func long(_ word: ArraySlice<UInt8>, _ table: OptionTable) -> Option? {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: word[..<(equals ?? word.endIndex)], as: UTF8.self)
    let value = equals.map { Array(word[($0 + 1)...]) }
    if let reported = table.longValued[name] {
      return (value ?? rest.popFirst()).map { Option(name: reported, value: $0) }
    }
    // Only `--preserve-env` takes an optional value.
    guard table.longFlags.contains(name), value == nil || name == "preserve-env" else { return nil }
    return Option(name: name)
  }
}
