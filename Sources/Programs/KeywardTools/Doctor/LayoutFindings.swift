import KeyboardEngine
import KeywardPrograms

extension Finding {
  /// The findings about keyboards; `root` replaces `/` in the paths of system files.
  static func ofLayouts(
    root: String = "", library: KeyboardLibrary = ShippedLayouts.library()
  ) -> [Finding] {
    [system(root, library)] + own(library)
  }

  private static func own(_ library: KeyboardLibrary) -> [Finding] {
    let names = library.userNames
    guard !names.isEmpty else { return [] }
    return [
      Finding("your keyboards", names.joined(separator: ", "), kind: .information, isList: true)
    ]
  }

  private static func system(_ root: String, _ library: KeyboardLibrary) -> Finding {
    let system: SystemLayouts
    do throws(SystemLayouts.Fault) {
      system = try SystemLayouts(root: root)
    } catch {
      let notSet = "not set in /etc/default/keyboard or /etc/vconsole.conf"
      return Finding(
        "system's keyboard", error == .notSet ? notSet : error.description, kind: .information)
    }
    let words = system.names.map(\.word).joined(separator: ",")
    let names = system.names.map(\.keyboardName)
    let own = Set(library.userNames)
    let state = "\(words), from \(system.path)"
    let keyboards = SystemKeyboards(root: root)
    guard !keyboards.hasUnknown else {
      return Finding(
        "system's keyboard", state, advice: advice(keyboards.complaints), kind: .action)
    }
    if names.allSatisfy(own.contains) {
      return Finding(
        "system's keyboard", "\(state); already imported as \(names[0])",
        kind: .information)
    }
    return Finding(
      "system's keyboard", state,
      advice: "import it with `keyward layouts import --system`, then use --layout \(names[0])",
      kind: .information)
  }
}
