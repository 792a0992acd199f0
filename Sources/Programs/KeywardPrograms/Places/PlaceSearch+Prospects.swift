import Glibc
import PromptUI
import SecureMemory

extension PlaceSearch {
  /// The state of each place, determined without showing a prompt there.
  ///
  /// `state` is the reason why the place can or cannot be used.
  package var prospects: [(place: Place, state: String, isUsable: Bool)] {
    order.map { place in
      let (use, refusal) = prospect(of: place)
      return (place, use ?? refusal, use != nil)
    }
  }

  /// Returns the reason why a place can or cannot be used.
  ///
  /// If the place can be used, `use` is the reason. Otherwise, `use` is nil and `refusal` is the
  /// reason.
  private func prospect(of place: Place) -> (use: String?, refusal: String) {
    switch place {
    case .terminal:
      return state("") { () throws(TerminalError) in try terminal() }
    case .attend:
      let use = hasSocket(suitsAttend) ? "the terminal that keyward attend was started on" : nil
      return (use, "keyward attend is not running on this terminal")
    case .lender:
      let use = hasSocket { $0 == .lend } ? "keyward lend is waiting" : nil
      let refusal = LendingSocket.refusal(environment: environmentVariable)
      return (use, refusal ?? "keyward lend is not running")
    case .tmux:
      return state(
        terminalNames.isEmpty
          ? "no tmux client is attached" : "this terminal is not a visible tmux pane"
      ) { () throws(TerminalError) in
        try TmuxServer.popup(over: terminalNames, running: []).map { _ in "a tmux popup" }
      }
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
      return state("no display, or no program that opens a terminal window") {
        () throws(TerminalError) in
        try TerminalWindow.command(window, running: [])?.words.joined(separator: " ")
      }
    }
  }

  /// Returns the result of `use`; the refusal is `missing` if there is none, or the error.
  private func state(
    _ missing: String, _ use: () throws(TerminalError) -> String?
  ) -> (use: String?, refusal: String) {
    do throws(TerminalError) { return (try use(), missing) } catch {
      return (nil, error.description)
    }
  }
}
