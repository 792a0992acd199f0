import KeywardEngine
import KeywardPrograms
import SecureMemory

/// The settings of the prompt at boot, and what is wrong with them.
struct BootSettings {
  /// The settings of `/etc/keyward/boot.yaml`; nil without that file.
  private(set) var settings: ProgramSettings?
  /// A sentence for each fault, with its remedy.
  private(set) var complaints: [String] = []

  /// Reads the file; `root` replaces `/` in the paths.
  init(root: String) {
    let path = root + SetupFile.bootPath
    if let bytes = try? SmallFile(path, atMost: SetupFile.longest).bytes {
      let file = ConfigurationFile(bytes, path: path)
      var settings = ProgramSettings()
      settings.take(file)
      complaints = file.complaints
      do throws(KeyboardLibraryError) { try _ = settings.keyboard.keyboards() } catch {
        complaints.append("\(path): \(error.advice)")
      }
      self.settings = settings
    }
    guard settings?.keyboard.layout == nil else { return }
    // Setup takes the layout from the system's files.
    complaints += SystemKeyboards(root: root).complaints
  }
}

/// The shipped keyboards for the layouts set in the system's files.
struct SystemKeyboards {
  private(set) var names: [String] = []
  /// The settings for which no keyboard is shipped, each with the remedy for the boot.
  private(set) var complaints: [String] = []
  /// True if a layout does not exist, as far as the installed list of layouts shows.
  private(set) var hasUnknown = false

  private static let remedy =
    "To choose one of `keyward layouts list`, write “layout: NAME” in \(SetupFile.bootPath)."

  init(root: String) {
    let system: SystemLayouts
    do throws(SystemLayouts.Fault) {
      system = try SystemLayouts(root: root)
    } catch {
      if error != .notSet { complaints = ["\(error.cause) \(Self.remedy)"] }
      return
    }
    hasUnknown = !system.misspelt.isEmpty
    complaints = system.misspelt.map {
      "\(system.path) has “\($0)”, which is not the name of a layout. \(Self.remedy)"
    }
    let registry = try? XKBRegistry(folders: [root + "/usr/share/X11/xkb"])
    let library = ShippedLayouts.library()
    for layout in system.names {
      do throws(KeyboardLibraryError) {
        names.append(try library.keyboard(layout.shippedName).id)
      } catch {
        let reason = reason(layout, registry, error)
        complaints.append("\(system.path) has \(layout.word), \(reason)")
      }
    }
  }

  private mutating func reason(
    _ layout: XKBLayoutName, _ registry: XKBRegistry?, _ error: KeyboardLibraryError
  ) -> String {
    guard let registry else { return "but: \(error.advice) \(Self.remedy)" }
    if registry.entry(layout) != nil {
      let file = "/etc/keyward/\(layout.keyboardName).yaml"
      return "for which no keyboard is shipped. Import it with "
        + "`keyward layouts import xkb:\(layout.word) --out \(file)`, then write “layout: \(file)” "
        + "in \(SetupFile.bootPath)."
    }
    hasUnknown = true
    let near = registry.suggestions(for: layout)
    let guess = near.isEmpty ? "" : " Did you mean “\(near.joined(separator: "”, “"))”?"
    return "which is no layout.\(guess) \(Self.remedy)"
  }
}
