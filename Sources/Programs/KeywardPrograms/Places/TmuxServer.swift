import Glibc
import KeywardTerminal
import SecureMemory

/// A server of tmux that belongs to this user.
///
/// A client of tmux runs any program that its server names. Before every use, the socket must
/// therefore belong to this user, in a folder that nobody else can use or replace.
struct TmuxServer {
  private let socket: String

  /// The seconds within which a server must answer.
  private static let longestAnswer = 2.0

  /// Returns the command that opens a popup and runs `words` in it.
  ///
  /// Returns nil if no pane shows one of `terminals`, or if `terminals` is empty and no client is
  /// attached. Throws if there is no such pane or client, but another user could have replaced a
  /// server.
  static func popup(
    over terminals: [String], running words: [String]
  ) throws(TerminalError) -> HelperCommand? {
    let (servers, refusal) = all
    let tmux = TrustedProgram(named: "tmux")
    if !servers.isEmpty, let refusal = tmux.refusal { throw .refused(refusal) }
    for server in servers where tmux.path != nil {
      if let command = server.popup(over: terminals, running: words) { return command }
    }
    if let refusal { throw .refused(sentence(refusal)) }
    for terminal in terminals {
      if let owner = strangerShowing(terminal) {
        throw .refused(
          "the tmux that shows \(terminal) belongs to another user (uid \(owner)), so no popup was "
            + "opened; start your own tmux")
      }
    }
    return nil
  }

  /// Returns the other user whose tmux shows a terminal, as after `su` in a pane; nil for none.
  private static func strangerShowing(_ terminal: String) -> uid_t? {
    var device = stat()
    // The terminal may belong to that user, who lets nobody open it.
    guard unsafe stat(terminal, &device) == 0 else { return nil }
    let number = UInt32(truncatingIfNeeded: device.st_rdev)
    for process in ProcessStat.all where process.terminal == number {
      guard let server = ProcessStat(process.parent), server.terminal != number,
        server.name.starts(with: "tmux: server".utf8)
      else { continue }
      var status = stat()
      guard unsafe stat("/proc/\(server.number)", &status) == 0, status.st_uid != geteuid() else {
        continue
      }
      return status.st_uid
    }
    return nil
  }

  /// The servers, first those in tmux's folder, then the one in `TMUX`; and the reason why the
  /// first of the others is not used.
  ///
  /// `TMUX` comes last because its server may have ended.
  private static var all: (servers: [TmuxServer], refusal: PathTrustError?) {
    let parent = environmentVariable("TMUX_TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let folder = parent + "/tmux-\(getuid())"
    var (sockets, refusal): ([String], PathTrustError?) = ([], nil)
    if FilePath.type(of: folder) != nil {
      refusal = PathTrustError.first(toOwnFolder: folder)
      let names = refusal == nil ? entryNames(in: folder).filter { $0.first != "." } : []
      sockets = names.sorted().map { folder + "/" + $0 }
    }
    if let own = environmentVariable("TMUX")?.split(separator: ",").first.map(String.init),
      !sockets.contains(own)
    {
      sockets.append(own)
    }
    var servers: [TmuxServer] = []
    for socket in sockets where FilePath.type(of: socket) == S_IFSOCK {
      if let error = PathTrustError.first(toOwnSocket: socket) {
        refusal = refusal ?? error
      } else {
        servers.append(TmuxServer(socket: socket))
      }
    }
    return (servers, refusal)
  }

  private static func sentence(_ error: PathTrustError) -> String {
    "\(error.clause), so no tmux popup was opened; "
      + (error.command.map { "run `\($0)`, or " } ?? "")
      + "start tmux with TMUX_TMPDIR set to a private folder of yours"
  }

  private func popup(over terminals: [String], running words: [String]) -> HelperCommand? {
    let panes = ask(["list-panes", "-a", "-F", "#{pane_tty} #{pane_id} #{session_id}"])
    let clients = ask(
      ["list-clients", "-F", "#{client_activity} #{client_name} #{session_id}"]
    ).sorted { (Int($0[0]) ?? 0) > (Int($1[0]) ?? 0) }
    let pane = panes.first { terminals.contains($0[0]) }
    guard pane != nil || terminals.isEmpty,
      let client = clients.first(where: { pane == nil || $0[2] == pane?[2] })
    else { return nil }
    let place = ["-c", client[1]] + (pane.map { ["-t", $0[1]] } ?? [])
    return command(
      ["display-popup", "-E"] + place + [
        "-w", "80%", "-h", "80%", words.map(\.shellWord).joined(separator: " "),
      ])
  }

  private func ask(_ words: [String]) -> [[String]] {
    let tmux = HelperProgram(command(words), readsOutput: true)
    let lines = tmux?.lines(until: MonotonicTime.now + Self.longestAnswer) ?? []
    return lines.map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 3 }
  }

  /// Returns a command for this server.
  ///
  /// It names the socket with `-L` where possible, because tmux then checks the owner and the
  /// rights of the folder too; with `-S` it checks nothing.
  private func command(_ words: [String]) -> HelperCommand {
    let folder = FilePath.folder(of: socket) ?? ""
    var command: HelperCommand
    if FilePath.name(of: folder) == "tmux-\(getuid())", let parent = FilePath.folder(of: folder) {
      command = HelperCommand(["tmux", "-L", FilePath.name(of: socket)] + words)
      command.environment["TMUX_TMPDIR"] = parent.isEmpty ? "/" : parent
    } else {
      command = HelperCommand(["tmux", "-S", socket] + words)
    }
    command.isTrusted = { [socket] in PathTrustError.first(toOwnSocket: socket) == nil }
    return command
  }
}
