extension KeyboardLibrary {
  /// The keyboard of a file in the user's folder, from the record beside it; `nil` where that does not
  /// belong to these bytes, is not the user's alone, or is no keyboard that a file could describe.
  func recorded(_ file: [UInt8], _ path: String) -> KeyboardDefinition? {
    guard let records, let folder, path.hasPrefix(folder + "/"),
      let beside = RecordFile.path(beside: path),
      let bytes = try? UserFile.ifThere(beside, checksOwner: true),
      let record = records.record(in: bytes, of: file),
      let keyboard = KeyboardRecord.keyboard(record, in: shipped),
      RecordRules.allow(keyboard), keyboard.id == KeyboardName.stem(of: path),
      !shipped.has(keyboard.id)
    else { return nil }
    return keyboard
  }

  /// Whether one of the user's keyboards has a record that will be read, or cannot have one.
  ///
  /// - Parameter name: the keyboard.
  package func isRecorded(_ name: String) -> Bool {
    guard let folder, records != nil else { return true }
    let path = "\(folder)/\(name).yaml"
    guard let file = try? UserFile.read(path, checksOwner: true),
      (try? recordFile(of: path)) != nil
    else { return true }
    return recorded(file, path) != nil
  }

  /// The record of a keyboard's file, to be written beside it.
  ///
  /// - Parameter path: a file in the user's folder.
  /// - Returns: where, and its bytes; `nil` for a keyboard that takes a panel from another file of the
  ///   user, which may change.
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
    // What will not be read is not written.
    guard let read = KeyboardRecord.keyboard(Array(text.utf8), in: shipped), read == keyboard,
      RecordRules.allow(read)
    else { return nil }
    return (beside, records.bytes(text, of: file))
  }

  private func lendersOfPanels(of file: [UInt8]) -> [String] {
    var reader = FileReader(file: "")
    guard let root = YAMLParser.parse(file, faults: &reader.faults) else { return [] }
    return LayoutDraft(root, &reader).panels.compactMap(\.from?.text)
  }
}
