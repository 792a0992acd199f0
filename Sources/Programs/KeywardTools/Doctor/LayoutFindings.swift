import KeywardEngine
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
    let (own, shipped) = (Set(library.userNames), Set(library.shipped.names))
    let names = system.names.map { layout in
      let isShipped = !own.contains(layout.keyboardName) && shipped.contains(layout.shippedName)
      return isShipped ? layout.shippedName : layout.keyboardName
    }
    let layout = "--layout \(names.prefix(2).joined(separator: ","))"
    let state = "\(words), from \(system.path)"
    let keyboards = SystemKeyboards(root: root)
    guard !keyboards.hasUnknown else {
      return Finding(
        "system's keyboard", state, advice: advice(keyboards.complaints), kind: .action)
    }
    guard names.allSatisfy({ own.contains($0) || shipped.contains($0) }) else {
      return Finding(
        "system's keyboard", state,
        advice: "import it with `keyward layouts import --system`, then use \(layout)",
        kind: .information)
    }
    let origin = names.contains(where: own.contains) ? "already imported" : "shipped"
    return Finding("system's keyboard", "\(state); \(origin), use \(layout)", kind: .information)
  }
}
