extension KeyboardLibrary {
  /// The keyboard that joins those without Latin letters.
  static let latin = "latin-qwerty"

  /// The keyboards a value of `--layout` means: `A`, or `A,B` to change between.
  ///
  /// One name alone brings the keyboard that its file pairs it with, else latin-qwerty where it lacks
  /// Latin letters: many passwords cannot be typed otherwise.
  ///
  /// - Parameter text: names or files with commas between.
  /// - Returns: one keyboard or more, none twice.
  /// - Throws: `KeyboardLibraryError` with sentences for the user.
  package func keyboards(_ text: String) throws(KeyboardLibraryError) -> KeyboardTurns {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let first = try keyboard(names.count > 1 ? names[0] : text)
    let wanted =
      names.count > 1 ? Array(names.dropFirst()) : [partner(of: first)].compactMap(\.self)
    var others: [KeyboardChoice] = []
    for name in wanted {
      let other = try choice(name)
      if other.id != first.id, !others.contains(where: { $0.id == other.id }) {
        others.append(other)
      }
    }
    return KeyboardTurns(first: first, others: others)
  }

  /// The name of the other keyboard of a pair; `nil` for a keyboard that stands alone.
  private func partner(of first: KeyboardDefinition) -> String? {
    let isLatinWanted = first.pair == nil && first.lacksLatinLetters
    let name = isLatinWanted && shipped.bytes(Self.latin) != nil ? Self.latin : first.pair
    return name == PairName.none ? nil : name
  }

  /// A shipped keyboard that has a record by its name, any other one read.
  private func choice(_ name: String) throws(KeyboardLibraryError) -> KeyboardChoice {
    if shipped.record(name) != nil { return .shipped(name) }
    return .read(try keyboard(name))
  }
}
