import Testing

@testable import Pinentry

@Suite struct AskpassQuestionTests {
  @Test(arguments: [
    "user@host's password: ", "Enter user@host's new password: ",
    "Enter passphrase for key 'PATH': ",
    "Enter passphrase for /home/me/.ssh/id (will confirm each use): ",
    "Bad passphrase, try again for PATH: ", "Enter passphrase (empty for no passphrase): ",
    "Enter PIN for 'TOKEN': ", "[sudo] password for NAME: ",
    "Password for 'https://user%20name@host': ", "(me@host) Password: ",
    "[sudo] Passwort für ich: ",
    "Username and password: ", "Account PIN: ", "Login passphrase", "Account-Passwort: ",
    "One-time password (OATH) for `me': ", "Enter verification code: ", "Accounting key: ",
    "Loginkey", "Mot de passe de me : ", "me のパスワード:", "", "   ", "'Username': ", "?",
    "https://username/: ", "User: ", "My login: ", "Username (PIN): ", "Kennwort: ",
    "Email or username's passcode: ", "Username\nPassword: ", "Your PIN", "Bank account: ",
    "Yes/no? ", "are you sure (y/n)? ", "Type 'yes': ",
  ])
  func isSecret(_ prompt: String) {
    #expect(AskpassQuestion(prompt).kind == .secret, "\(prompt)")
  }

  @Test(arguments: [
    "Verification code: ", "Username for 'https://host': ", "username: ", "USER NAME: ",
    "(me@host) Verification code: ", "[git] Username for 'https://password@host': ", "Login: ",
    "login name", "E-mail: ", "Email address: ", "Account: ", "One-time code: ",
    "Username for https://host/password: ", "Login for /etc/password.txt: ",
    "Password is expired\nUsername: \n\n", "Username for shipping: ", "  Username: ",
    "Username for \u{201c}my password\u{201d}: ",
    "The authenticity of host 'h' can't be established.\nKey fingerprint is SHA256:x.\n"
      + "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
    "Continue (YES/NO)? ", "Please type 'yes', 'no' or the fingerprint: ",
  ])
  func isVisible(_ prompt: String) {
    #expect(AskpassQuestion(prompt).kind == .visibleLine, "\(prompt)")
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
    #expect(again.error == "Bad passphrase")
    #expect(again.prompt == "try again for /k/id")
    #expect(AskpassQuestion(nil).prompt == "Password")
    #expect(AskpassQuestion("").prompt == "Password")
    #expect(AskpassQuestion("[sudo] password for me: ").prompt == "[sudo] password for me")
    #expect(AskpassQuestion("Sorry, try again\r\nPassword:\r\n").description == "Sorry, try again")
  }

  @Test func terminalsAreTriedInOrder() {
    func candidates(_ variables: [String: String]) -> [String] {
      AskpassTerminal.candidates { variables[$0] }
    }
    #expect(candidates([:]) == ["/dev/tty"])
    #expect(candidates(["GPG_TTY": "/dev/pts/1"]) == ["/dev/tty", "/dev/pts/1"])
    #expect(candidates(["GPG_TTY": "/dev/pts/1", "KEYWARD_TTY": "/dev/pts/2"]) == ["/dev/pts/2"])
    #expect(candidates(["KEYWARD_TTY": "", "GPG_TTY": ""]) == ["/dev/tty"])
  }
}
