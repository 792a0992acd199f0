extension KeyboardLibrary {
  /// The keyboard that joins those without Latin letters.
  static let latin = "latin-qwerty"

  /// The keyboards a value of `--layout` means: `A`, or `A,B` to change between.
  ///
  /// One name alone brings the keyboard that its file pairs it with, else latin-qwerty where it lacks
  /// Latin letters: many passwords cannot be typed otherwise.
  ///
  /// - Parameter text: names or files with commas between.
  /// - Returns: the keyboard to begin with, and those that `next-keyboard` keys lead to, none twice.
  /// - Throws: `KeyboardLibraryError` with sentences for the user.
  package func keyboards(_ text: String) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let first = try keyboard(names.count > 1 ? names[0] : text)
    let wanted =
      names.count > 1 ? Array(names.dropFirst()) : [partner(of: first)].compactMap(\.self)
    var keyboards = [first]
    for name in wanted {
      let other = try keyboard(name)
      if !keyboards.contains(where: { $0.id == other.id }) { keyboards.append(other) }
    }
    return keyboards
  }

  /// The name of the other keyboard of a pair; `nil` for a keyboard that stands alone.
  private func partner(of first: KeyboardDefinition) -> String? {
    let isLatinWanted = first.pair == nil && first.lacksLatinLetters
    let name = isLatinWanted && shipped.has(Self.latin) ? Self.latin : first.pair
    return name == PairName.none ? nil : name
  }
}
