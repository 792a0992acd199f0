import KeywardEngine
import KeywardPrograms
import SecureMemory

/// The places of imported keyboards: the user's folder, a file, or standard output.
struct ImportPlace {
  private var made: [ImportedKeyboard]
  /// The paths of the files; nil for standard output.
  private let paths: [String]?
  private static let library = ShippedLayouts.library()

  /// Determines the destination of each imported keyboard.
  ///
  /// `out` is the value of `--out`: `-` for standard output, or the path of the first keyboard's
  /// file. The files of the other keyboards are put in the same folder.
  init(out: String?, _ made: [ImportedKeyboard]) throws(CommandFailure) {
    self.made = made
    let isOutput = out == "-"
    if isOutput, made.count > 1 {
      throw CommandFailure(
        "Two keyboards need two files. Leave out --out -, or import the keyboards one by one.",
        status: .usage)
    }
    if let out, !isOutput {
      let name = try Self.name(ofFile: out)
      self.made[0].name = name
      guard !self.made.dropFirst().contains(where: { $0.name == name }) else {
        throw CommandFailure(
          "“\(name)” is the name of the second keyboard. Give --out another name.",
          status: .usage)
      }
      // Only a keyboard in the user's folder has a name that the other one can refer to.
      for index in self.made.indices where made.count > 1 {
        let other = index == 0 ? self.made[1].name : name
        self.made[index].pair = Self.isOwn(out) ? other : nil
      }
    }
    if isOutput {
      paths = nil
    } else if let out {
      let folder = out.lastIndex(of: "/").map { out[...$0] } ?? ""
      paths = [out] + self.made.dropFirst().map { "\(folder)\($0.name).yaml" }
    } else if let folder = Self.library.folder {
      paths = made.map { "\(folder)/\($0.name).yaml" }
    } else {
      throw CommandFailure("HOME is not set, so you have no folder for keyboards. Give --out FILE.")
    }
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
    guard KeyboardDefinition.isValidName(stem) else {
      throw CommandFailure(
        "“\(path)” is not the name of a keyboard file. Give --out NAME.yaml, with a name of a-z, "
          + "0-9 and -.", status: .usage)
    }
    return stem
  }

  /// Parses the text of each keyboard before a file is written, and throws if it is invalid.
  ///
  /// A keyboard can be invalid because the source has more keys than a keyboard file may have.
  private func check() throws(CommandFailure) {
    for made in made {
      var alone = made
      // The file of the other keyboard may not exist yet.
      alone.pair = nil
      var keyboard: KeyboardDefinition
      do throws(LayoutFileErrors) {
        keyboard = try KeyboardDefinition.load(
          Array(alone.fileText().utf8), path: "\(made.name).yaml", source: ShippedLayouts.source)
      } catch {
        throw CommandFailure("\(made.origin) cannot be imported: \(error.faults[0].sentence)")
      }
      keyboard.pair = made.pair ?? keyboard.pair
      guard Self.library.mayBeNamed(keyboard) else {
        throw CommandFailure(
          "“\(keyboard.id)” is the name of a shipped keyboard. Give --out another name.")
      }
    }
  }

  func write() throws(CommandFailure) {
    guard let paths else { return try StandardStreams.print(String(made[0].fileText().dropLast())) }
    // All files are written before the first one is put in place.
    var targets: [ImportTarget] = []
    for (made, path) in zip(made, paths) {
      targets.append(try ImportTarget(path, Array(made.fileText().utf8)))
    }
    for (made, target) in zip(made, targets) {
      let former = try target.commit()
      let kept = former.map { "; the previous version is kept as \($0)" } ?? ""
      try StandardStreams.printQuoting("\(target.path): “\(made.title)”\(kept)")
    }
    // A file outside the user's folder cannot refer to the other keyboard of its pair.
    let layout =
      Self.isOwn(paths[0])
      ? made[0].name : paths.map(\.shellWord).joined(separator: ",")
    try StandardStreams.printQuoting("Type with --layout \(layout)")
  }
}
