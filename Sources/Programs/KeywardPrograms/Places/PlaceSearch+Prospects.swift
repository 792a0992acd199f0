import Glibc
import KeywardTerminal
import SecureMemory

extension PlaceSearch {
  /// A place, and the reason why it can or cannot be used.
  package struct Prospect {
    package let place: Place
    package let state: String
    package var isUsable = false
    /// True if the place exists, but another user owns it or could replace it.
    package var isRefused = false
  }

  /// The state of each place, determined without showing a prompt there.
  package var prospects: [Prospect] {
    order.map { place in
      do throws(TerminalError) {
        let (use, missing) = try prospect(of: place)
        return Prospect(place: place, state: use ?? missing, isUsable: use != nil)
      } catch {
        let isRefused = if case .refused = error { true } else { false }
        return Prospect(place: place, state: error.description, isRefused: isRefused)
      }
    }
  }

  /// Returns the reason why a place can be used; if it cannot, `use` is nil, and `missing` is the
  /// reason.
  private func prospect(of place: Place) throws(TerminalError) -> (use: String?, missing: String) {
    switch place {
    case .terminal: return (try terminal(), "")
    case .attend:
      let use = hasSocket(suitsAttend) ? "the terminal that keyward attend was started on" : nil
      return (use, "keyward attend is not running on this terminal")
    case .lender:
      if hasSocket({ $0 == .lend }) { return ("keyward lend is waiting", "") }
      if let refusal = LendingSocket.refusal(environment: environmentVariable) {
        throw .refused(refusal)
      }
      return (nil, "keyward lend is not running")
    case .tmux:
      let popup = try TmuxServer.popup(over: terminalNames, running: [])
      return (
        popup.map { _ in "a tmux popup" },
        terminalNames.isEmpty
          ? "no tmux client is attached" : "this terminal is not a visible tmux pane"
      )
    case .fallback:
      let programs = Fallback.Role.allCases.compactMap { role in
        Fallback.configured(for: role, environment: environmentVariable)
          .map { "\($0.path) for \(role.callers)" }
      }
      return (
        programs.isEmpty ? nil : programs.joined(separator: ", "),
        "the configuration names no fallback program"
      )
    case .window:
      let command = try TerminalWindow.command(elsewhere, window, running: [])
      return (
        command?.words.joined(separator: " "),
        "no display, or no program that opens a terminal window"
      )
    case .systemd:
      let folder = PromptHost.systemdFolder(lookup: environmentVariable)
      return (
        folder.map { "systemd's password agents, through \($0)" },
        "systemd has no folder for questions of yours"
      )
    }
  }
}
