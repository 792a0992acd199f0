import KeywardPrograms

/// Completions for shells.
///
/// A shell's script calls `keyward ---complete WORD…` with the words after `keyward`. The last word
/// is the one to complete. Each line of the output is a completion, with an explanation after a
/// tab.
///
/// Some lines instead ask the shell for its own completions: `:files`, `:folders`, `:programs`, and
/// `:command N` for the command that begins N words after `keyward`.
struct Completion {
  static let question = "---complete"

  private let last: String
  private var lines: [String] = []

  static func lines(for words: [String]) -> [String] {
    var completion = Completion(last: words.last ?? "")
    completion.offer(after: words.dropLast())
    return completion.lines
  }

  private init(last: String) { self.last = last }

  private mutating func offer(after words: ArraySlice<String>) {
    let isHelp = words.first == "help"
    guard let found = try? CommandGroup.find(isHelp ? words.dropFirst() : words) else { return }
    switch found.node {
    case .command(let type) where !isHelp: offer(type, after: found.rest)
    case .command: break
    case .group(let group) where found.rest.isEmpty:
      for node in group.nodes { add(node.name, node.summary) }
      guard found.path.isEmpty else { return }
      if isHelp { return add(SettingsHelp.topic, SettingsHelp.summary) }
      add("help", "Explain a command.")
      // Without a command, options belong to the default command.
      if last.hasPrefix("-") {
        offer(TypeCommand.self, after: [])
        add("--version", "Show the version.")
      }
    case .group:
      if found.path.isEmpty, !isHelp {
        offer(TypeCommand.self, after: found.rest)
      }
    }
  }

  private mutating func offer(_ command: any Command.Type, after words: ArraySlice<String>) {
    let (argument, groups) = command.texts
    let options = groups.flatMap(\.options)
    var words = words
    var isAfterEnd = false
    var count = 0
    while let word = words.first, !(isAfterEnd && argument?.count == .command) {
      words = words.dropFirst()
      if isAfterEnd || !word.hasPrefix("-") || word == "-" {
        count += 1
      } else if word == "--" {
        isAfterEnd = true
      } else if let option = options.first(where: { $0.words.contains(word) }),
        option.form == .value
      {
        // A shell that separates words at “=” passes “=” as a word.
        let hasSign = words.first == "=" || words.isEmpty && last == "="
        if hasSign { words = words.dropFirst() }
        guard words.popFirst() != nil else {
          return offer(option.values.offers, hasSign && last == "=" ? "" : last)
        }
      }
    }
    if !isAfterEnd, let sign = last.firstIndex(of: "="),
      let option = options.first(where: { $0.words.contains(String(last[..<sign])) })
    {
      return offer(
        option.values.offers, String(last[last.index(after: sign)...]), prefix: last[...sign])
    }
    if let argument, !last.hasPrefix("-") || isAfterEnd {
      if argument.count == .command {
        if isAfterEnd {
          lines.append(words.isEmpty ? ":programs" : ":command \(words.startIndex + 1)")
        }
      } else if count == 0 || argument.count == .many {
        offer(argument.values.offers, last)
      }
    }
    guard !isAfterEnd, last.isEmpty || last.hasPrefix("-") else { return }
    for option in options { option.words.forEach { add($0, option.help) } }
    if argument?.count == .command { add("--", "The command follows.") }
    add("--help", "Show the help.")
  }

  private mutating func offer(_ offers: ValueNotes.Offers, _ last: String, prefix: Substring = "") {
    switch offers {
    case .nothing: break
    case .files: lines.append(":files")
    case .folders: lines.append(":folders")
    case .programs: lines.append(":programs")
    case .names(let names):
      lines += names().filter { $0.hasPrefix(last) }.map { prefix + $0 }
    }
  }

  /// Adds `word` as a completion, with the first sentence of `help` as its explanation.
  private mutating func add(_ word: String, _ help: String) {
    guard word.hasPrefix(last) else { return }
    let sentence = help.prefix { $0 != "." && $0 != ";" && $0 != ":" }
    lines.append("\(word)\t\(sentence)")
  }

  // MARK: Scripts

  static func script(for shell: String) -> String? { scripts[shell] }

  static var shells: String { scripts.keys.sorted().joined(separator: ", ") }

  private static let scripts = [
    "bash": #"""
    #!/bin/bash
    _keyward() {
        local cur="$2" line
        COMPREPLY=()
        while IFS= read -r line; do
            case "$line" in
            :files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
            :folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur") ;;
            :programs) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -c -- "$cur") ;;
            :command*)
                if declare -F _command_offset >/dev/null; then
                    _command_offset "${line#:command }"
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                fi
                ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
            esac
        done < <("${COMP_WORDS[0]}" ---complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        compopt -o filenames 2>/dev/null
    }
    complete -F _keyward keyward
    """#,
    "zsh": #"""
    #compdef keyward
    _keyward() {
        local line
        local -a offers
        for line in "${(@f)$("${(Q)words[1]}" ---complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
            case "$line" in
            :files) _files ;;
            :folders) _files -/ ;;
            :programs) _command_names -e ;;
            :command*)
                shift "${line#:command }" words
                (( CURRENT -= ${line#:command } ))
                _normal
                ;;
            ?*$'\t'*) offers+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
            ?*) offers+=("${line//:/\\:}") ;;
            esac
        done
        (( $#offers )) && _describe keyward offers
    }
    if [[ "$funcstack[1]" == _keyward ]]; then _keyward "$@"; else compdef _keyward keyward; fi
    """#,
    "fish": #"""
    function __keyward_offers
        set -l words (commandline -opc)
        set -l last (commandline -ct)
        for line in ($words[1] ---complete $words[2..-1] "$last" 2>/dev/null)
            switch $line
                case :files
                    __fish_complete_path "$last"
                case :folders
                    __fish_complete_directories "$last"
                case :programs
                    __fish_complete_command
                case ':command *'
                    set -l first (math 1 + (string replace ':command ' '' $line))
                    complete -C (string join ' ' -- (string escape -- $words[$first..-1]) $last)
                case '*'
                    echo $line
            end
        end
    end
    complete -c keyward -f -a '(__keyward_offers)'
    """#,
  ]
}
