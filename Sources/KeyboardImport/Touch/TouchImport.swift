import KeyboardLayout

/// Makes keyboards from the files of other keyboard programs.
package enum TouchImport {
  /// Makes the keyboard of a file.
  ///
  /// - Parameters:
  ///   - path: a file of at most 256 KiB.
  ///   - format: the format, named after its program.
  ///   - reachable: the insertions on the panel of symbols, which every imported keyboard has.
  /// - Returns: the keyboard.
  /// - Throws: `ImportError` with file and line for an unreadable part.
  package static func keyboard(
    ofFile path: String, _ format: TouchFormat, reachable: Set<KeyAction> = []
  ) throws(ImportError) -> ImportedKeyboard {
    do throws(LayoutFileErrors) {
      let bytes = try YAMLFile.bytes(ofFile: path)
      let stem = stem(of: path)
      var keyboard =
        switch format {
        case .squeekboard: try Squeekboard.keyboard(bytes, path)
        case .gnome: try GNOMEKeyboard.keyboard(bytes, path)
        case .futo: try FUTOKeyboard.keyboard(bytes, path)
        case .cldr: try CLDRKeyboard.keyboard(bytes, path)
        }
      keyboard.name = "\(format.rawValue)-\(stem)"
      if keyboard.title.isEmpty { keyboard.title = "\(format.rawValue) \(stem)" }
      keyboard.title = String(keyboard.title.prefix(64))
      keyboard.origin = "\(format.rawValue):\(path.split(separator: "/").last ?? "")"
      keyboard.losses.removeAll { $0.text.map { reachable.contains(.insert($0)) } ?? false }
      return keyboard
    } catch {
      throw ImportError(error.description)
    }
  }

  /// The name of a file in the form for a keyboard's name: `a/Us_Wide.yaml` → `us-wide`.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    let words = stem.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return String(words.prefix(48))
  }

  /// The words of a row, between blanks; a mark behind a blank is a word.
  static func words(of row: String) -> [String] {
    row.unicodeScalars.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map { String($0) }
  }

  /// The outermost value of a file of YAML or JSON.
  static func root(of file: YAMLFile, _ path: String) throws(LayoutFileErrors) -> YAMLFile.Value {
    guard let root = file.root else { throw file.errors ?? fault(path, "This file is empty.") }
    return root
  }

  /// A fault of a file as a whole, or of a line in it.
  static func fault(
    _ path: String, line: Int? = nil, _ sentence: String
  ) -> LayoutFileErrors {
    LayoutFileErrors(
      faults: [LayoutFault(file: path, line: line, column: line.map { _ in 1 }, sentence: sentence)]
    )
  }
}
