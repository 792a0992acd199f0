extension KeyboardLibrary {
  /// Reads the keyboard of a file in the user's folder from the record beside it.
  ///
  /// The owner of the file was checked. The result is `nil` if the record does not belong to these
  /// bytes, is not the user's alone, or holds a keyboard that no file could describe.
  func recorded(_ file: [UInt8], _ path: String) -> KeyboardDefinition? {
    guard let records, let folder, path.hasPrefix(folder + "/"),
      let beside = RecordFile.path(beside: path),
      let bytes = UserFile.beside(beside),
      let record = records.record(in: bytes, of: file),
      let keyboard = KeyboardRecord.keyboard(record, in: shipped, checksRules: true),
      keyboard.id == KeyboardName.stem(of: path),
      !shipped.has(keyboard.id)
    else { return nil }
    return keyboard
  }

  /// Tells whether one of the user's keyboards has a usable record, or cannot have one.
  ///
  /// - Parameter name: the keyboard.
  /// - Returns: `false` if a record would help.
  package func isRecorded(_ name: String) -> Bool {
    guard let folder, records != nil else { return true }
    let path = "\(folder)/\(name).yaml"
    guard let file = try? UserFile.read(path, checksOwner: true),
      (try? recordFile(of: path)) != nil
    else { return true }
    return recorded(file, path) != nil
  }

  /// Makes the record of a keyboard's file, to be written beside it.
  ///
  /// - Parameter path: a file in the user's folder.
  /// - Returns: its path and its bytes; `nil` for a keyboard that takes a panel from another file
  ///   of the user, which may change.
  /// - Throws: `KeyboardLibraryError` for a file with faults.
  package func recordFile(
    of path: String
  ) throws(KeyboardLibraryError) -> (path: String, bytes: [UInt8])? {
    let file = try read { () throws(LayoutFault) in try UserFile.read(path, checksOwner: true) }
    let keyboard = try described(by: file, path)
    guard let records, let beside = RecordFile.path(beside: path), !shipped.has(keyboard.id),
      lendersOfPanels(of: file).allSatisfy(shipped.has)
    else { return nil }
    let text = KeyboardRecord.text(of: keyboard, in: shipped)
    // A record that will not be read is not written.
    guard
      let read = KeyboardRecord.keyboard(Array(text.utf8), in: shipped, checksRules: true),
      read == keyboard
    else { return nil }
    return (beside, records.bytes(text, of: file))
  }

  private func lendersOfPanels(of file: [UInt8]) -> [String] {
    var reader = FileReader(file: "")
    guard let root = YAMLParser.parse(file, faults: &reader.faults) else { return [] }
    return LayoutDraft(root, &reader).panels.compactMap(\.from?.text)
  }
}
