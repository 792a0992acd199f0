import Testing

@testable import KeywardPrograms
@testable import KeywardTerminal

@Suite struct CommandUseTests {
  private func shown(
    _ line: String, program: String? = nil, parents: [String] = []
  ) -> String {
    purpose(line, program: program, parents: parents).text
  }

  private func purpose(
    _ line: String, program: String? = nil, parents: [String] = []
  ) -> Purpose {
    func words(_ line: String) -> [[UInt8]] {
      line.split(separator: " ").map { Array($0.utf8) }
    }
    let use = CommandUse(
      of: words(line), program: program ?? String(line.split(separator: " ")[0]),
      user: { "me" }, parents: { parents.map { ("git", words($0)) } })
    var purpose = Purpose()
    purpose.plainLead = "for:"
    use.describe(in: &purpose, .english, CommandText())
    return purpose
  }

  @Test("In few rows a file that is edited does not look like a command")
  func edited() {
    #expect(purpose("sudo -e /etc/fstab").note == "to edit as root")
    #expect(purpose("sudo ls").note == "as root")
  }

  @Test(
    "sudo: what runs, and as whom",
    arguments: [
      ("sudo apt-get upgrade -y", "to run as root: apt-get upgrade -y"),
      ("sudo -A -k -u www -- ls -l", "to run as www: ls -l"),
      ("sudo -uwww ls", "to run as www: ls"), ("sudo --user=www ls", "to run as www: ls"),
      ("sudo --user www ls", "to run as www: ls"), ("sudo -nEu www ls", "to run as www: ls"),
      ("sudo -u www -g adm ls", "to run as www:adm: ls"), ("sudo -gadm ls", "to run as me:adm: ls"),
      ("sudo A=1 -u www B=2 ls C=3", "to run as www: A=1 B=2 ls C=3"),
      ("sudo -- A=1 ls", "to run as root: A=1 ls"), ("sudo /a=b c", "to run as root: /a=b c"),
      ("sudo -i", "to run as root: a shell"), ("sudo -s -u www", "to run as www: a shell"),
      ("sudo -i ls", "to run as root (-i): ls"),
      ("sudo -R /mnt ls", "to run as root (-R /mnt): ls"),
      ("sudo -e /etc/fstab", "to edit as root: /etc/fstab"),
      ("sudoedit -u www a b", "to edit as www: a b"), ("sudo --edit x", "to edit as root: x"),
      ("./xedit a", "to edit as root: a"), ("edit a", "to run as root: a"),
      ("sudo --preserve-env=PATH,HOME ls", "to run as root: ls"),
      ("sudo -p x: ls", "to run as root: ls"), ("sudo -v", "for: sudo -v"),
      ("sudo -l", "for: sudo -l"), ("sudo -Z x ls", "for: sudo -Z x ls"),
      ("sudo --us=www ls", "for: sudo --us=www ls"), ("sudo -u", "for: sudo -u"),
      ("sudo --login=x ls", "for: sudo --login=x ls"), ("sudo", "for: sudo"),
      ("sudo -u a;b ls", "to run as 'a;b': ls"),
    ])
  func sudo(_ line: String, _ expected: String) {
    #expect(shown(line, program: "sudo") == expected)
  }

  @Test(
    "ssh: the destination",
    arguments: [
      ("ssh me@host", "to log in to: me@host"),
      ("ssh -p 22 host ls -l", "to log in to: host -p 22"),
      ("ssh -4Nlme host", "to log in to: me@host"), ("ssh host -l me ls", "to log in to: me@host"),
      ("ssh ssh://me@host:22", "to log in to: ssh://me@host:22"),
      ("ssh -- host", "to log in to: host"),
      ("ssh -oForwardAgent=no -l me -- host scp -t x", "to log in to: me@host"),
      ("ssh -o HostName=other host", "for: ssh -o HostName=other host"),
      ("ssh -oproxyjump=a host", "for: ssh -oproxyjump=a host"),
      ("ssh -l me you@host", "for: ssh -l me you@host"), ("ssh -0 host", "for: ssh -0 host"),
      ("ssh --x host", "for: ssh --x host"), ("ssh -V", "for: ssh -V"), ("ssh", "for: ssh"),
      ("ssh -W [a]:22 jump", "to log in to: jump"), ("ssh -J a host", "for: ssh -J a host"),
      ("ssh -NFfile host", "for: ssh -NFfile host"),
    ])
  func ssh(_ line: String, _ expected: String) { #expect(shown(line) == expected) }

  @Test("git: the subcommand and the remote")
  func git() {
    let helper = "git-remote-https origin https://host/x"
    #expect(
      shown(
        helper, parents: ["git remote-https origin https://host/x", "git -C a -c b=c fetch -q"])
        == "for: git fetch https://host/x")
    #expect(shown(helper, parents: ["git push"]) == "for: git push https://host/x")
    #expect(shown(helper, parents: ["git --new push"]) == "for: " + helper)
    #expect(shown(helper) == "for: " + helper)
    #expect(
      shown("git-remote-https a https://me:x@h/", parents: ["git pull"])
        == "for: git pull https://me:…@h/")
  }

  @Test(
    "doas: what runs, and as whom",
    arguments: [
      ("doas ls -l", "to run as root: ls -l"), ("doas -nu www -- ls", "to run as www: ls"),
      ("doas -s", "to run as root: a shell"), ("doas env A=b ls", "to run as root: env A=b ls"),
      ("doas", "for: doas"), ("doas -s ls", "for: doas -s ls"),
      ("doas -C file ls", "for: doas -C file ls"),
    ])
  func doas(_ line: String, _ expected: String) { #expect(shown(line) == expected) }

  @Test(
    "Assignments before a command are known, so that they cannot hide it",
    arguments: [
      ("sudo -A A=1 B=2 useradd x", "A=1 B=2", "useradd x"),
      ("sudo A=1 env -i -u B C=2 env D=3 useradd x", "A=1 env -i -u B C=2 env D=3", "useradd x"),
      ("doas /usr/bin/env - A=1 useradd", "/usr/bin/env - A=1", "useradd"),
      // These may run anything else.
      ("sudo ./env A=1 useradd", "", "./env A=1 useradd"),
      ("sudo env -S x useradd", "", "env -S x useradd"), ("sudo env A=1", "", "env A=1"),
      ("sudo -e env A=1 file", "", "env A=1 file"),
    ])
  func assignments(_ line: String, _ assignments: String, _ command: String) {
    let purpose = purpose(line)
    #expect(purpose.assignments == assignments && purpose.command == command)
  }

  @Test("A command that gets the answer is read without its assignments, too")
  func passing() {
    let use = CommandUse(passingTo: ["env", "A=1", "ls"].map { Array($0.utf8) })
    #expect(use.words == [Array("ls".utf8)] && use.assignments.count == 2)
  }

  @Test("The command after an assignment of any length has its first 40 characters")
  func longAssignments() {
    let command = "/usr/sbin/useradd -o -u 0 backdoor --comment clean"
    let values = [1000, 100_000].map { String(repeating: "v", count: $0) }
    let lines =
      values.flatMap { ["A=\($0)", "env A=\($0)", "env -u B A=\($0)"] }
      + [(1...200).map { "A\($0)=v" }.joined(separator: " ")]
    for assignments in lines {
      for more in ["", String(repeating: " word", count: 90)] {
        let purpose = purpose("sudo -A \(assignments) \(command)\(more)")
        for (width, most) in [(38, 2), (38, 4), (60, 2), (78, 2), (78, 5)] {
          let (rows, isCut, _) = purpose.rows(width: width, atMost: most)
          let text = rows[0] + rows.dropFirst().map { " " + $0.drop { $0 == " " } }.joined()
          let plain = text.filter { $0 != " " }
          #expect(
            plain.contains(command.prefix(40).filter { $0 != " " }) && isCut, "\(width): \(rows)")
          if width * most > 250, more.isEmpty {
            #expect(text.contains(command) && text.contains("=v"), "\(rows)")
          }
          #expect(text.contains("env") == assignments.hasPrefix("env"), "\(rows)")
        }
      }
    }
  }

  @Test("Other programs: their command lines")
  func others() {
    #expect(shown("ssh-add -t 60 key") == "for: ssh-add -t 60 key")
    #expect(shown("sudo ls", program: "python3") == "for: sudo ls")
  }
}
