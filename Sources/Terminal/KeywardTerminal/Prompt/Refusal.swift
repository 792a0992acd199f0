import KeywardEngine

/// The reason why input was refused; contains none of the typed or pasted characters.
struct Refusal: Hashable {
  let reason: RejectionReason
  let isPaste: Bool
  var hasLineBreak = false
  /// The kind of input that is disabled; used only if `reason` is `disabled` and `isPaste` is
  /// false.
  var subject = Subject.physicalKey

  enum Subject: Hashable {
    case physicalKey
    case drawnKey
    /// Return, Enter and Done, while the field is empty.
    case submitting
  }

  func sentence(for rules: Acceptance, in language: Language) -> String {
    isPaste ? pasteSentence(rules, language) : keySentence(rules, language)
  }

  private func keySentence(_ rules: Acceptance, _ language: Language) -> String {
    switch reason {
    case .tooLong: rules.longest.map { language[.longest, "\($0)"] } ?? language[.fieldFull]
    case .notAllowed: Self.rule(rules, language)
    case .idCard, .fault: language[.onlyIDCard]
    case .noSequence, .incomplete: language[.deadKey]
    case .disabled:
      switch subject {
      case .physicalKey: language[.useDrawnKeys]
      case .drawnKey: language[.usePhysicalKeys]
      case .submitting: language[.nothingTyped]
      }
    }
  }

  private func pasteSentence(_ rules: Acceptance, _ language: Language) -> String {
    switch reason {
    case .tooLong: language[.pasteTooLong]
    case .notAllowed where hasLineBreak: language[.pasteLineBreak]
    case .notAllowed where rules.allowed == nil: language[.pasteControl]
    case .notAllowed: language[.pasteRefused, Self.rule(rules, language)]
    case .idCard, .fault, .noSequence, .incomplete: language[.pasteIDCard]
    case .disabled: language[rules.paste == .whenEmpty ? .pasteNotEmpty : .pasteOff]
    }
  }

  private static func rule(_ rules: Acceptance, _ language: Language) -> String {
    guard let allowed = rules.allowed else { return language[.noCharacter] }
    if allowed == Set("0123456789".unicodeScalars) { return language[.onlyDigits] }
    let isAlphabet = allowed.isSuperset(of: "abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    let areLetters = allowed.allSatisfy(\.properties.isAlphabetic)
    if areLetters, isAlphabet || !allowed.contains(where: \.isASCII) {
      return language[.onlyLetters]
    }
    let others = allowed.filter { !("0"..."9").contains($0) }
    let hasDigits = allowed.count - others.count == 10
    // The field accepts a few signs besides the digits, such as the point of a number pad.
    if hasDigits, others.count < 4, others.allSatisfy({ $0.isASCII && $0.value > 0x20 }) {
      let signs = others.sorted { $0.value < $1.value }.map { String($0) }
      return language[.onlyDigitsAnd, signs[...].listed(by: " ")]
    }
    return list(of: allowed).map { language[.onlyThese, $0] } ?? language[.onlySome]
  }

  /// Returns a short list of characters, such as `b-l n r t-v`; nil if there is none.
  private static func list(of scalars: Set<Unicode.Scalar>) -> String? {
    guard scalars.allSatisfy({ (0x21..<0x7f).contains($0.value) }) else { return nil }
    var runs: [ClosedRange<UInt32>] = []
    for value in scalars.map(\.value).sorted() {
      if let last = runs.last, last.upperBound + 1 == value {
        runs[runs.count - 1] = last.lowerBound...value
      } else {
        runs.append(value...value)
      }
    }
    let parts = runs.map { run in
      let ends = [run.lowerBound, run.upperBound].compactMap { Unicode.Scalar($0).map(String.init) }
      return run.count == 1 ? ends[0] : ends[...].listed(by: run.count == 2 ? " " : "-")
    }
    return parts.count <= longestList ? parts[...].listed(by: " ") : nil
  }

  /// The maximum number of characters and ranges in a list.
  private static let longestList = 10
}
