import KeyboardEngine
import KeywardPrograms
import SecureMemory

/// The places of imported keyboards: the user's folder, a file, or standard output.
struct ImportPlace {
  private var made: [KeyboardImporter.Made]
  /// The path of each keyboard; `nil` for standard output.
  private let paths: [String]?
  private static let library = ShippedLayouts.library()

  /// The places for a value of `--out`, which names the place of the first keyboard.
  init(out: String?, _ made: [KeyboardImporter.Made]) throws(CommandFailure) {
    self.made = made
    let isOutput = out == "-"
    if isOutput, made.count > 1 {
      throw CommandFailure(
        "Two keyboards need two files. Leave out --out -, or import the keyboards one by one.",
        status: .usage)
    }
    if let out, !isOutput {
      let name = try Self.name(ofFile: out)
      self.made[0].keyboard.name = name
      // Only a keyboard in the user's folder can be named by the other keyboard of its pair.
      for index in self.made.indices.dropFirst() {
        self.made[index].pair = Self.isOwn(out) ? name : nil
      }
    }
    var paths: [String] = []
    for (number, made) in self.made.enumerated() where !isOutput {
      if number == 0, let out {
        paths.append(out)
      } else if let folder = Self.library.folder {
        paths.append("\(folder)/\(made.keyboard.name).yaml")
      } else {
        throw CommandFailure(
          "HOME is not set, so you have no folder for keyboards. Give --out FILE.")
      }
    }
    self.paths = isOutput ? nil : paths
    try check()
  }

  private static func isOwn(_ path: String) -> Bool {
    guard let folder = library.folder else { return false }
    return path.split(separator: "/").dropLast() == folder.split(separator: "/")[...]
      && path.hasPrefix("/")
  }

  private static func name(ofFile path: String) throws(CommandFailure) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.hasSuffix(".yaml") ? String(file.dropLast(5)) : ""
    guard KeyboardName.isValid(stem) else {
      throw CommandFailure(
        "“\(path)” is not the name of a keyboard file. Give --out NAME.yaml, with a name of a-z, "
          + "0-9 and -.", status: .usage)
    }
    return stem
  }

  /// Checks the files for faults; a source may have more keys than one of our keyboards can hold.
  private func check() throws(CommandFailure) {
    for made in made {
      let text = KeyboardText(made.keyboard, date: KeyboardImporter.today).text
      var keyboard: KeyboardDefinition
      do throws(LayoutFileErrors) {
        keyboard = try KeyboardFile.load(
          Array(text.utf8), path: "\(made.keyboard.name).yaml", source: ShippedLayouts.source)
      } catch {
        throw CommandFailure(
          "\(made.keyboard.origin) cannot become a keyboard: \(error.faults[0].sentence)")
      }
      // The other keyboard of the pair may be written only after this one.
      keyboard.pair = made.pair ?? keyboard.pair
      guard Self.library.mayBeNamed(keyboard) else {
        throw CommandFailure(
          "“\(keyboard.id)” is the name of a shipped keyboard. Give --out another name.")
      }
    }
  }

  /// Writes the files and prints their paths, or prints the one keyboard.
  func write() throws(CommandFailure) {
    guard let paths else { return try StandardStreams.print(String(made[0].text.dropLast())) }
    // All files are written before the first one is put in place.
    var targets: [ImportTarget] = []
    for (made, path) in zip(made, paths) {
      targets.append(try ImportTarget(path, Array(made.text.utf8)))
    }
    for (made, target) in zip(made, targets) {
      let former = try target.commit()
      let kept = former.map { ", and its former content is kept as \($0)" } ?? ""
      try StandardStreams.printQuoting("\(target.path): “\(made.keyboard.title)”\(kept)")
    }
    let layout = Self.isOwn(paths[0]) ? made[0].keyboard.name : paths[0].shellWord
    try StandardStreams.printQuoting("Type with --layout \(layout)")
  }
}
