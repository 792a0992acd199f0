import Glibc
import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import KeywardTestSystem

/// A hijacked dialogue of ours: after a number of typed characters it tries an attack.
///
///     PlantedAttack ATTACK PROGRAM COUNT [FOLDER]
///
/// The program is get, devices, askpass, pinentry, agent, attend or none. The folder is one more folder of
/// devices, and where the attack is tried.
///
/// The result of the attack goes to standard error, and the dialogue goes on if it can.
@main
enum PlantedAttack {
  nonisolated(unsafe) static var memory: PromptMemory?
  nonisolated(unsafe) static var attack: String?
  nonisolated(unsafe) static var count = 0

  static func main() {
    let words = CommandLine.arguments
    guard (4...5).contains(words.count) else {
      fail("usage: PlantedAttack ATTACK PROGRAM COUNT [FOLDER]")
    }
    let folder = words.dropFirst(4).first
    if let folder { guard chdir(folder) == 0 else { fail("no folder \(folder)") } }
    (attack, count) = (words[1], Int(words[3]) ?? 8)
    do {
      try ask(sandbox(of: words[2], folder))
    } catch {
      fail("\(error)")
    }
  }

  private static func sandbox(of program: String, _ folder: String?) -> Sandbox {
    switch program {
    case "get": Sandbox(.yes, needs: .group)
    case "devices":
      allowingDevices(
        Sandbox(.yes, needs: .group, paths: folder.map { [.devices($0)] } ?? []))
    case "askpass": Sandbox(.yes, needs: .caller)
    case "pinentry": .ofPinentry(.yes)
    case "agent": .ofAgent(.yes, directories: ["/tmp"])
    case "attend": Sandbox(.yes, needs: [.group, .files, .terminal], paths: [.read("/proc")])
    default: Sandbox(.no)
    }
  }

  private static func allowingDevices(_ sandbox: Sandbox) -> Sandbox {
    sandbox.allowDevices()
    return sandbox
  }

  private static func ask(_ sandbox: Sandbox) throws {
    var hardening = ProcessHardening.begin()
    var preparation = PromptHost.Preparation(faultSentence: "the program crashed\n")
    preparation.sandbox = sandbox
    preparation.capacities = [256]
    let host = try PromptHost(preparation, &hardening)
    host.clock = Clock { attackOnce() }
    memory = host.memory
    let environment = TerminalEnvironment.current()
    var session = try TerminalSession(environment: environment)
    let outcome = try host.ask([Question()], on: &session, in: environment)
    report("\(outcome)")
    ProcessExit.exit(0)
  }

  /// The time; the loop asks for it constantly, so this is the place for foreign code.
  private static func attackOnce() -> Double {
    if let name = attack, let memory, memory.fields[0].text.characterCount >= count {
      attack = nil
      report("\(name): errno \(test_attack(name))")
    }
    return Clock.monotonic.now
  }

  private static func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func fail(_ sentence: String) -> Never {
    report("PlantedAttack: \(sentence)")
    ProcessExit.exit(99)
  }
}
