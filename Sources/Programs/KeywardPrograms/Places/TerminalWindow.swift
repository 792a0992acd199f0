import Glibc
import KeywardTerminal

/// A new window of a terminal emulator, or whatever the configured program opens.
enum TerminalWindow {
  /// Terminal emulators in order of preference, with the arguments that precede a command.
  private static let programs = [
    ["foot"], ["kitty"], ["xterm", "-e"],
  ]

  /// The display that a terminal emulator requires; one without an entry accepts either.
  private static let neededDisplays: [String: Display] = ["foot": .wayland, "xterm": .x11]

  /// Returns the command that opens a window and runs `words` in it.
  ///
  /// `elsewhere` is the configured program with its arguments, which needs no display, and `chosen`
  /// the configured terminal emulator. Returns nil if there is no display, or no terminal emulator
  /// is installed. Throws if there is one, but another user owns it or could replace it.
  static func command(
    _ elsewhere: [String]?, _ chosen: [String]?, running words: [String]
  ) throws(TerminalError) -> HelperCommand? {
    if let elsewhere { return HelperCommand(try checked(elsewhere, "elsewhere") + words) }
    let displays = Display.allCases.map { (display: $0, state: $0.state) }
    let ours = displays.filter { $0.state == .ours }.map(\.display)
    guard !ours.isEmpty else {
      let reason = displays.lazy.compactMap { $0.state.refusal }.first
      guard let reason else { return nil }
      throw .refused(
        "\(reason), so no window was opened; run `keyward lend` in a terminal of yours")
    }
    guard let program = try program(chosen, on: ours) else { return nil }
    var command = HelperCommand(program + words)
    // The emulator must not connect to a display that was not checked. `WAYLAND_SOCKET` names an
    // inherited descriptor.
    command.environment["WAYLAND_SOCKET"] = .some(nil)
    for display in Display.allCases where !ours.contains(display) {
      command.environment[display.rawValue] = .some(nil)
    }
    let reserved = try ours.contains(.x11) ? Display.reserveName() : nil
    command.isTrusted = {
      withExtendedLifetime(reserved) { ours.allSatisfy { $0.state == .ours } }
    }
    return command
  }

  private static func program(
    _ chosen: [String]?, on displays: [Display]
  ) throws(TerminalError) -> [String]? {
    if let chosen { return try checked(chosen, "window") }
    let suitable = programs.filter { displays.contains(neededDisplays[$0[0]] ?? displays[0]) }
    var refusal: String?
    for words in suitable {
      let program = TrustedProgram(named: words[0])
      if program.path != nil { return words }
      refusal = refusal ?? program.refusal
    }
    if let refusal { throw .refused(refusal) }
    return nil
  }

  /// Returns the words of the setting `name`; throws if its program must not be used.
  private static func checked(
    _ words: [String], _ name: String
  ) throws(TerminalError) -> [String] {
    let program = TrustedProgram(named: words[0])
    if program.path != nil { return words }
    throw .refused(
      program.refusal.map { "the \(name) program \($0)" }
        ?? "the \(name) program \(words[0]) is not in PATH; name another one in the configuration")
  }
}
