import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

/// Windows on displays, and of programs, that another local user owns.
@Suite(.tags(.program), .serialized, .needsRoot(to: "give files to another user"))
struct StrangerWindowProgramTests {
  private let stranger: uid_t = 65_534
  private let folder: TemporaryFolder
  /// A display that no other test uses.
  private let display = 20_000 + Int(getpid()) % 10_000

  init() throws {
    folder = try TemporaryFolder()
    mkdir("/tmp/.X11-unix", 0o1777)
    chmod("/tmp/.X11-unix", 0o1777)
    // It notes each start and does not connect. No installed terminal emulator is found before it.
    try folder.write(
      """
      #!/bin/sh
      PATH=/usr/bin:/bin
      env | grep DISPLAY= | sort >>\(folder.path)/calls

      """, to: "bin/xterm", mode: 0o755)
    unlink(socket)
  }

  private var socket: String { "/tmp/.X11-unix/X\(display)" }
  private var program: String { folder.path + "/bin/xterm" }

  /// Asks in a window; returns the error, and what the terminal emulator noted.
  private func ask(_ more: [String: String?] = [:]) throws -> (error: String, calls: String) {
    mkdir(folder.path + "/runtime", 0o700)
    let environment = [
      "HOME": folder.path, "PATH": folder.path + "/bin", "DISPLAY": ":\(display)",
      "XDG_RUNTIME_DIR": folder.path + "/runtime", "KEYWARD_ASK_IN": "window",
    ].merging(more) { $1 }
    let asking = try AskingProgram.get.start(asking: "/nonexistent", environment: environment)
    #expect(try asking.run.wait() == .exited(1))
    defer { unlink(folder.path + "/calls") }
    return (asking.run.errorText, folder.text("calls"))
  }

  // MARK: X11

  @Test("A window opens on a display of this user", arguments: [false, true])
  func ownDisplays(isAbstract: Bool) throws {
    let server = try ListeningSocket(at: socket, isAbstract: isAbstract)
    let (error, calls) = try ask()
    #expect(calls == "DISPLAY=:\(display)\n", "\(error)")
    #expect(server.wasConnected)
    unlink(socket)
  }

  @Test(
    "No window opens on an X11 display of another user",
    arguments: ["file", "owner", "name", "both"])
  func displaysOfOthers(kind: String) throws {
    let servers = [
      try ListeningSocket(at: socket, as: kind == "file" ? stranger : 0),
      ["name", "both"].contains(kind)
        ? try ListeningSocket(at: socket, as: stranger, isAbstract: true) : nil,
    ]
    if kind == "owner" { chown(socket, stranger, stranger) }
    if kind == "name" { unlink(socket) }
    let (error, calls) = try ask()
    #expect(error.contains("belongs to another user (uid \(stranger)), so no window was opened"))
    #expect(error.contains("run `keyward lend` in a terminal of yours".dropFirst()))
    #expect(error.contains(socket) && calls.isEmpty)
    withExtendedLifetime(servers) {}
    unlink(socket)
  }

  @Test("Nobody else can begin to listen for X11 clients while a window opens")
  func reservedNames() throws {
    let server = try ListeningSocket(at: socket)
    try folder.write(
      "#!/bin/sh\n/bin/cp /proc/net/unix \(folder.path)/calls\n", to: "bin/xterm", mode: 0o755)
    let (error, calls) = try ask()
    #expect(calls.contains("@\(socket)\n"), "\(error)")
    withExtendedLifetime(server) {}
    unlink(socket)
  }

  @Test("A display on another machine, and a folder of sockets that others own, are refused")
  func otherDisplays() throws {
    let far = try ask(["DISPLAY": "far.example:0.0"])
    #expect(far.error.contains("the display far.example:0 is on another machine"))
    let own = try ListeningSocket(at: folder.path + "/x/display:0")
    #expect(try !ask(["DISPLAY": folder.path + "/x/display:0"]).calls.isEmpty)
    chown(folder.path + "/x", stranger, stranger)
    let other = try ask(["DISPLAY": "unix:" + folder.path + "/x/display:0"])
    #expect(other.error.contains("the folder \(folder.path)/x belongs to another user"))
    #expect(far.calls.isEmpty && other.calls.isEmpty)
    withExtendedLifetime(own) {}
    for name in ["", ":", ":x", "host", ":99999999999", ":\(display + 1)", "localhost:59999"] {
      #expect(try ask(["DISPLAY": name]).calls.isEmpty, "\(name)")
    }
  }

  @Test("The listeners on a port are found in the kernel's tables")
  func listeners() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout
         0: 0100007F:177A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 9
         1: 0100007F:177A 0100007F:A3F2 01 00000000:00000000 00:00000000 00000000     7        0 9
         2: 00000000:177B 00000000:0000 0A 00000000:00000000 00:00000000 00000000     8        0 9
        damaged
      """
    #expect(Display.listeners(on: 6010, Array(table.utf8)) == [1000])
    #expect(Display.listeners(on: 6011, Array(table.utf8)) == [8])
  }

  // MARK: Wayland

  @Test("No window opens on a Wayland display of another user", arguments: ["server", "folder"])
  func waylandOfOthers(kind: String) throws {
    let path = folder.path + "/wayland/wayland-0"
    let server = try ListeningSocket(at: path, as: kind == "server" ? stranger : 0)
    if kind == "folder" { chown(folder.path + "/wayland", stranger, stranger) }
    let (error, calls) = try ask(["DISPLAY": nil, "WAYLAND_DISPLAY": path])
    #expect(error.contains("belongs to another user (uid \(stranger)), so no window was opened"))
    #expect(calls.isEmpty && server.wasConnected == (kind == "server"))
  }

  @Test("A terminal emulator learns of no display that was refused")
  func refusedDisplaysAreHidden() throws {
    let path = folder.path + "/runtime/wayland-0"
    let servers = [
      try ListeningSocket(at: path, as: stranger), try ListeningSocket(at: socket),
    ]
    let (error, calls) = try ask(["WAYLAND_DISPLAY": "wayland-0", "WAYLAND_SOCKET": "9"])
    #expect(calls == "DISPLAY=:\(display)\n", "\(error)")
    withExtendedLifetime(servers) {}
    unlink(socket)
  }

  // MARK: Programs

  /// Makes a program that notes its name and its first argument.
  private func makeEmulator(_ name: String) throws {
    try folder.write(
      "#!/bin/sh\necho \(name) ${1##*/} >>\(folder.path)/calls\n", to: "bin/" + name, mode: 0o755)
  }

  @Test(
    "The first of foot, kitty and xterm -e opens a window, unless another program is configured")
  func order() throws {
    let wayland = folder.path + "/runtime/wayland-0"
    let servers = [try ListeningSocket(at: wayland), try ListeningSocket(at: socket)]
    for name in ["foot", "kitty", "xterm", "pane"] { try makeEmulator(name) }
    let (both, x) = (
      ["WAYLAND_DISPLAY": "wayland-0"] as [String: String?], [:] as [String: String?]
    )
    let asker = try BuiltProgram.keyward().split(separator: "/").last ?? ""
    for (display, removed, wanted) in [
      (both, "", "foot \(asker)\n"), (x, "", "kitty \(asker)\n"),
      (both, "foot", "kitty \(asker)\n"),
      (x, "kitty", "xterm -e\n"),
    ] {
      if !removed.isEmpty { unlink("\(folder.path)/bin/\(removed)") }
      #expect(try ask(display).calls == wanted)
      // A queue of connections has room for a few.
      for server in servers { while server.wasConnected {} }
    }
    for name in ["foot", "kitty"] { try makeEmulator(name) }
    for (setting, wanted) in [
      ("elsewhere: [pane, --, x]", "pane --\n"), ("window: [xterm]", "xterm \(asker)\n"),
    ] {
      try folder.write(setting + "\n", to: ".config/keyward/config.yaml")
      #expect(try ask(both).calls == wanted)
    }
    unlink(socket)
  }

  @Test("On a desktop where a window can open, doctor advises no graphical program")
  func doctorOnADesktop() throws {
    let server = try ListeningSocket(at: socket)
    mkdir(folder.path + "/runtime", 0o700)
    func report() throws -> String {
      try ProgramRun.finished(
        BuiltProgram.keyward(), ["doctor", "--verbose"],
        environment: [
          "HOME": folder.path, "PATH": folder.path + "/bin", "DISPLAY": ":\(display)",
          "XDG_RUNTIME_DIR": folder.path + "/runtime", "COLUMNS": "10000",
        ]
      ).outputText
    }
    let text = try report()
    #expect(text.contains("gpg asks through: a new window"), "\(text)")
    #expect(!text.contains("pinentry-gnome3") && !text.contains("ssh-askpass-gnome"), "\(text)")
    unlink(program)
    #expect(try report().contains("install pinentry-gnome3, then run `keyward setup --apply`"))
    withExtendedLifetime(server) {}
    unlink(socket)
  }

  @Test(
    "A program for questions that another user could replace is not started",
    arguments: ["window", "elsewhere"])
  func programsOfOthers(setting: String) throws {
    let server = try ListeningSocket(at: socket)
    try folder.write("\(setting): [\(program), -e]\n", to: ".config/keyward/config.yaml")
    for (path, change) in [
      (program, { chown($0, self.stranger, 0) }), (folder.path + "/bin", { chmod($0, 0o777) }),
    ] as [(String, (String) -> Int32)] {
      _ = change(path)
      let (error, calls) = try ask()
      let sentence =
        "the \(setting) program \(program) could be replaced by other users, through \(path)"
      #expect(error.contains(sentence) && calls.isEmpty, "\(error)")
      chown(path, 0, 0)
      chmod(path, 0o755)
    }
    #expect(try !ask().calls.isEmpty)
    try folder.write("\(setting): nosuch\n", to: ".config/keyward/config.yaml")
    #expect(try ask().error.contains("the \(setting) program nosuch is not in PATH"))
    withExtendedLifetime(server) {}
    unlink(socket)
  }
}
