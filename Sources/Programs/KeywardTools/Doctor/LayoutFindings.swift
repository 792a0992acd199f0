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
    do throws(ImportError) {
      system = try SystemLayouts(root: root)
    } catch {
      let notSet = "not set in /etc/default/keyboard or /etc/vconsole.conf"
      let state = error == SystemLayouts.isNotSet ? notSet : error.description
      return Finding("system's keyboard", state, kind: .information)
    }
    let words = system.names.map(\.word).joined(separator: ",")
    let names = system.names.map(\.keyboardName)
    let own = Set(library.userNames)
    let state = "\(words), from \(system.path)"
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
