import KeywardTerminal
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct AskpassQuestionTests {
  @Test func everyPromptIsReadAsInTheGoldenFile() throws {
    let differences = try GoldenFile("askpass-prompts").differences {
      "\(AskpassQuestion($0.input).kind)"
    }
    #expect(differences == [])
  }

  /// Names of keys, hosts, users and tokens that look like another question.
  private static let hostileNames = [
    "(yes/no", "(yes/no)", "(yes/no)?", "(yes/no/[fingerprint])? ", "a (yes/no b", "x' (yes/no)? ",
    "x' (yes/no)? '", "x\" (yes/no)? \"", "'yes' 'no'", "yes' 'no", "a' 'yes', 'no",
    "' 'yes' 'no' '",
    "x\nUsername", "x'\nUsername for 'y", "x'\n(yes/no)? ", "x\n(yes/no)? 'y", "x\r\n\r\nLogin: ",
    "x\nAre you sure you want to continue connecting (yes/no/[fingerprint])? ", "x\n\n\nE-mail: \n",
    "x'\nPlease type 'yes', 'no' or the fingerprint: ", "Username for ", "Username", "(Username",
    "x) Username for (", "x) Username for '", "[x] Login: ", "\u{201d} (yes/no)? \u{201c}",
    "\u{2019}(yes/no)\u{2018}", "`(yes/no)'", "\u{ab}(yes/no\u{bb}", "\u{feff}(yes/no)\u{200b}",
    "\u{ff07} (yes/no)? \u{ff07}", "\u{202e}(yes/no)?", "a\u{2028}(yes/no)?", "a\u{85}Username:",
    "pass\u{301}word (yes/no)", "'", "\"", "''", "' '", "/", "://", "https://x/(yes/no)", "-",
  ]

  /// Questions of ssh, sudo and git, with a name in place of `%`.
  private static let questionsForSecrets = [
    "Enter passphrase for key '%': ", "Enter passphrase for key '/home/u/%': ",
    "Enter passphrase for %: ", "Enter passphrase for /home/u/%: ",
    "Enter passphrase for /home/u/% (will confirm each use): ",
    "Enter passphrase for \"%\" (empty for no passphrase): ",
    "Bad passphrase, try again for %: ", "Bad passphrase, try again for /home/%/id: ",
    "Enter PIN for '%': ", "Enter PIN for ED25519-SK key %: ",
    "Enter PIN for ED25519-SK key /home/u/%: ", "%@host's password: ", "user@%'s password: ",
    "Enter %@host's new password: ", "Retype user@%'s new password: ", "(%@host) Password: ",
    "(user@%) Password: ", "(user@%) Enter the PIN: ", "[sudo] password for %: ",
    "[sudo] Passwort für %: ", "[sudo] Mot de passe de % : ", "Password for 'https://%': ",
    "Password for 'https://%@host': ", "Password for 'https://host/%/x.git': ", "Password for %: ",
    "%'s Password:", "Unlock key % with passphrase: ",
  ]

  @Test(arguments: questionsForSecrets)
  func noNameMakesAPasswordVisible(_ question: String) {
    for name in Self.hostileNames {
      let prompt = question.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: name)
      #expect(AskpassQuestion(prompt).kind == .secret, "\(prompt.debugDescription)")
    }
  }

  private static let hostKeyLines = [
    "The authenticity of host 'h (::1)' can't be established.",
    "ED25519 key fingerprint is SHA256:x+/y.",
    "This key is not known by any other names.",
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
  ]
  private static let repeatedHostKeyLine = "Please type 'yes', 'no' or the fingerprint: "

  /// A server writes any text, and older ssh puts no group before it.
  @Test("A question about the key of a host is visible only if every line is ssh's")
  func hostKeys() {
    let lines = Self.hostKeyLines
    func kind(_ lines: [String]) -> AskpassQuestion.Kind {
      AskpassQuestion(lines.joined(separator: "\n")).kind
    }
    #expect(kind(lines) == .visibleLine)
    #expect(kind([Self.repeatedHostKeyLine]) == .visibleLine)
    for place in lines.indices {
      var fewer = lines
      fewer.remove(at: place)
      // Not every version writes the line about other names.
      #expect(kind(fewer) == (place == 2 ? .visibleLine : .secret), "without line \(place)")
      for swapped in lines.indices where swapped != place {
        var others = lines
        others.swapAt(place, swapped)
        #expect(kind(others) == .secret)
      }
    }
    for place in 0...lines.count {
      let others = ["", " ", "Password", "    Password", "|", "+", Self.repeatedHostKeyLine]
      for line in others + lines {
        #expect(kind(lines[..<place] + [line] + lines[place...]) == .secret, "\(line) at \(place)")
      }
    }
  }

  @Test("Lines about other names of a host's key are those of ssh")
  func otherNamesOfHostKeys() {
    func kind(_ names: [String]) -> AskpassQuestion.Kind {
      var lines = Self.hostKeyLines
      let heading = "This host key is known by the following other names/addresses:"
      lines.replaceSubrange(2...2, with: [heading] + names)
      return AskpassQuestion(lines.joined(separator: "\n")).kind
    }
    let names = ["    ~/.ssh/known_hosts:1: h,192.0.2.1", "    /etc/known:22: [hashed name]"]
    let count = "    (2 additional names omitted)"
    #expect(kind(names) == .visibleLine)
    #expect(kind(names + [count]) == .visibleLine)
    for line in [
      "    Enter your password and press Enter:", "    Enter your password:1: h", "    a:b: h",
      "    a:1: your password", "    a:1:h", "    a::h", "    a:1: ", "    :1: h", "  a:1: h",
      "    (2 more words omitted)", "    ( additional names omitted)", "    a:1: [hashed  name]",
    ] {
      #expect(kind(names + [line]) == .secret, "\(line)")
      #expect(kind([line] + names) == .secret, "\(line)")
    }
    #expect(kind([count] + names) == .secret)
  }

  @Test(
    "A prompt with letters of another script, an invisible character, or a secret is not visible",
    arguments: [
      "Login p\u{430}ssword: ", "Login \u{200b}code: ", "Account secret: ",
      "Login p\u{301}assword: ",
      "(me@host) Login p\u{430}ss: ", "(me@h\u{200b}ost) Login: ", "Account \u{ff50}ass: ",
      "Username and token: ", "Account credentials: ", "Pass\u{200b}word for k\nUsername: ",
    ])
  func lookAlikes(_ prompt: String) {
    #expect(AskpassQuestion(prompt).kind == .secret)
  }

  @Test("A name in another script leaves a prompt visible")
  func namesInOtherScripts() {
    #expect(AskpassQuestion("Username for 'https://\u{43f}\u{440}.example': ").kind == .visibleLine)
    #expect(AskpassQuestion("(j\u{f6}rg@host) Verification code: ").kind == .visibleLine)
  }

  @Test("A changed character makes a question about the key of a host another one")
  func changedHostKeys() {
    for text in [Self.hostKeyLines.joined(separator: "\n"), Self.repeatedHostKeyLine] {
      let scalars = Array(text.unicodeScalars)
      func expectSecret(_ changed: [Unicode.Scalar]) {
        var view = String.UnicodeScalarView()
        for scalar in changed { view.append(scalar) }
        #expect(!HostKeyQuestion.isWhole(String(view)), "\(String(view).debugDescription)")
      }
      let strange: [Unicode.Scalar] = [
        "\u{43e}", "\u{ff08}", "\u{301}", "\u{ad}", "\u{200b}", "\u{202e}", "\u{feff}", "\u{a0}",
        "\u{2028}", "\u{85}", "\r", "\t", "\u{1b}", "\u{0}", "\u{7f}",
      ]
      for place in 0...scalars.count {
        for scalar in strange {
          expectSecret(scalars[..<place] + [scalar] + scalars[place...])
          guard place < scalars.count else { continue }
          expectSecret(scalars[..<place] + [scalar] + scalars[(place + 1)...])
        }
      }
      for changed in [
        text.uppercased(), text.lowercased(), " " + text, text + " ", text + "\n", "\n" + text,
        text + ".", text + "now? ", "(me@host) " + text, "[x] " + text, "() " + text,
        String(text.dropLast()), text.replacing("\n", with: "\r\n") + "\r",
      ] {
        expectSecret(Array(changed.unicodeScalars))
      }
    }
  }

  @Test func noOtherChoiceIsVisible() {
    for group in ["", "(me@host) ", "(no@yes) ", "[x] ", "(yes/no) ", "(yes/no@host) "] {
      for name in ["Verification code", "Your code", "Username", "Continue", "Login", ""] {
        for choice in [
          "(yes/no/[fingerprint])? ", "(yes/no)? ", "(YES/NO): ", "[yes/no]", "yes or no? ",
        ] {
          let prompt = "\(group)\(name) \(choice)"
          #expect(AskpassQuestion(prompt).kind == .secret, "\(prompt)")
        }
      }
    }
    for prompt in [
      "Overwrite '/home/u/id' (yes/no)? ", "Overwrite /home/u/id (yes/no)? ", "(yes/no)? ",
      "Continue?(yes/no) ", "Type 'no' or 'yes': ", "Please type 'yes' or 'no': ",
      "Delete 'the password' (yes/no)? ", "(yes/no) Username: ", "Username\n(yes/no)? ",
    ] {
      #expect(AskpassQuestion(prompt).kind == .secret, "\(prompt)")
    }
  }

  @Test func aPromptOfEnormousLengthIsSecret() {
    for (length, kind) in [(8_000, AskpassQuestion.Kind.visibleLine), (9_000, .secret)] {
      let prompt = String(repeating: "x", count: length) + "\nUsername: "
      #expect(AskpassQuestion(prompt).kind == kind)
    }
  }

  @Test func aPromptOfAnyLengthIsReadSoon() {
    for piece in ["'", "' ", " 'a' ", " 'a", "(yes/no", "(", "/a ", "\n'", "`'\u{201e}"] {
      for length in [8_000, 130_000] {
        let prompt = String(repeating: piece, count: length / piece.utf8.count) + " PIN: "
        #expect(AskpassQuestion(prompt).kind == .secret)
      }
    }
  }

  @Test func theHintDecides() {
    #expect(AskpassQuestion("Allow use of key?", hint: "confirm").kind == .confirmation)
    #expect(AskpassQuestion("Confirm user presence", hint: "none").kind == .notice)
    #expect(AskpassQuestion("Username: ", hint: "other").kind == .visibleLine)
    #expect(AskpassQuestion("Password: ", hint: "").kind == .secret)
    #expect(AskpassQuestion("Touch it\nnow", hint: "none").description == "Touch it\nnow")
  }

  @Test func takesThePromptApart() {
    let host = AskpassQuestion("First line\n\nSecond line\nSure (yes/no/[fingerprint])? ")
    #expect(host.description == "First line\n\nSecond line")
    #expect(host.prompt == "Sure (yes/no/[fingerprint])?")
    let again = AskpassQuestion("Bad passphrase, try again for /k/id: ")
    #expect(again.error == "Bad passphrase, try again for /k/id")
    #expect(again.prompt == .own(.passphrase))
    #expect(AskpassQuestion(nil).prompt == .own(.password))
    #expect(AskpassQuestion("").prompt == .own(.password))
    #expect(AskpassQuestion("[sudo] password for me: ").prompt == "[sudo] password for me:")
    #expect(AskpassQuestion("Sorry, try again\r\nPassword:\r\n").description == "Sorry, try again")
  }

  @Test func terminalsAreTriedInOrder() {
    func candidates(_ variables: [String: String]) -> [String] {
      AskpassDialogue.terminals { variables[$0] }
    }
    #expect(candidates([:]) == ["/dev/tty"])
    #expect(candidates(["GPG_TTY": "/dev/pts/1"]) == ["/dev/tty", "/dev/pts/1"])
    #expect(candidates(["GPG_TTY": "/dev/pts/1", "KEYWARD_TTY": "/dev/pts/2"]) == ["/dev/pts/2"])
    #expect(candidates(["KEYWARD_TTY": "", "GPG_TTY": ""]) == ["/dev/tty"])
  }
}
