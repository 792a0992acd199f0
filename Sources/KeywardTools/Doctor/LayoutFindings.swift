import KeyboardImport
import KeywardEngine
import SecretCommands

/// The layout this system is set to, and whether a keyboard was made of it.
struct LayoutFindings {
  let all: [Finding]

  /// What is found in a system's files.
  ///
  /// - Parameter root: the folder that stands for `/`.
  init(root: String = "") {
    guard let system = try? SystemLayouts(root: root) else {
      all = [
        Finding("system's keyboard", "not said by /etc/default/keyboard or /etc/vconsole.conf")
      ]
      return
    }
    let words = system.names.map(\.word).joined(separator: ",")
    let names = system.names.map(\.keyboardName)
    let own = Set(ShippedLayouts.library().userNames)
    let state = "\(words), as \(system.path) says"
    if names.allSatisfy(own.contains) {
      all = [Finding("system's keyboard", "\(state); --layout \(names[0]) was made of it")]
    } else {
      all = [
        Finding(
          "system's keyboard", state,
          advice:
            "“keyward layouts import --system” makes a keyboard of it, for --layout \(names[0])")
      ]
    }
  }
}
