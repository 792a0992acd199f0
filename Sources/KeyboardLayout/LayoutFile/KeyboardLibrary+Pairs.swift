extension KeyboardLibrary {
  /// The keyboard that joins those without Latin letters.
  static let latin = "latin-qwerty"

  /// The keyboards a value of `--layout` means: `A`, or `A,B` to change between.
  ///
  /// One name alone brings the keyboard that its file pairs it with, else latin-qwerty where it lacks
  /// Latin letters: many passwords cannot be typed otherwise.
  ///
  /// - Parameter text: names or files with commas between.
  /// - Returns: one keyboard or more, the one to begin with first, none twice.
  /// - Throws: `KeyboardLibraryError` with sentences for the user.
  public func keyboards(_ text: String) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    guard names.count > 1 else { return try paired(keyboard(text)) }
    var keyboards: [KeyboardDefinition] = []
    for name in names {
      let keyboard = try keyboard(String(name))
      if !keyboards.contains(where: { $0.id == keyboard.id }) { keyboards.append(keyboard) }
    }
    return keyboards
  }

  /// A keyboard with the other one of its pair.
  private func paired(
    _ first: KeyboardDefinition
  ) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    let isLatinWanted = first.pair == nil && first.lacksLatinLetters
    let name = isLatinWanted && shipped.names.contains(Self.latin) ? Self.latin : first.pair
    guard let name, name != PairName.none else { return [first] }
    return [first, try keyboard(name)]
  }
}
