/// The name of a shuffle group: `a-z 0-9 -`, 1 to 64 characters.
enum GroupName {
  static func check(_ field: YAMLField, _ reader: inout DiagnosticDecoder) {
    guard !KeyboardName.isValid(field.name) else { return }
    reader.faults.add(
      field.key.start,
      "A group's name has 1 to \(LayoutLimits.idLength) of a-z, 0-9 and -, unlike "
        + "\(field.name.quoted).")
  }
}
