extension KeyboardLibrary {
  /// The keyboard that is paired with keyboards without Latin letters.
  static let latin = "latin-qwerty"

  /// Returns the keyboards of a value of `--layout`: `A`, or `A,B` to change between.
  ///
  /// A single name also gives the keyboard that its file pairs it with, else latin-qwerty if it
  /// lacks Latin letters: many passwords cannot be typed otherwise.
  ///
  /// - Parameter text: names or files with commas between.
  /// - Returns: the keyboard to begin with, then those of `next-keyboard` keys, without repetition.
  /// - Throws: `KeyboardLibraryError` with sentences for the user.
  package func keyboards(_ text: String) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    let comma = UInt8(ascii: ",")
    let names =
      text.utf8.contains(comma)
      ? text.utf8.split(separator: comma, omittingEmptySubsequences: false)
        .map { String(Substring($0)) } : [text]
    let first = try keyboard(names[0])
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
