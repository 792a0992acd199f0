/// A text in locked memory with the rules for its characters, which a keyboard or a prompt types
/// into.
///
///     let field = SecretField(try SecretText(), Acceptance(longest: 8))
///     field.insert(bytes)    // .accepted, or .rejected with the text as it was
///
/// Typing, pasting and filling follow the same rules. It posts no events: a keyboard does.
package final class SecretField {
  /// The typed text.
  package internal(set) var text: SecretText
  /// Its rules.
  package internal(set) var acceptance: Acceptance
  var paste: PasteProgress?

  /// An empty field.
  ///
  /// - Parameters:
  ///   - text: The text to type into.
  ///   - acceptance: The accepted characters, and their number.
  package init(_ text: consuming SecretText, _ acceptance: Acceptance) {
    self.text = text
    self.acceptance = acceptance
  }

  /// Inserts whole UTF-8 characters from locked memory, all or none.
  package func insert(_ bytes: RawSpan) -> Outcome {
    guard bytes.byteCount > 0 else { return .ignored }
    cancelPaste()
    if let outcome = insertLetter(bytes) { return outcome }
    return text.protection.withAccess { () -> Outcome in
      text.beginInsertion()
      guard text.stage(bytes) else {
        text.cancelInsertion()
        return .rejected(acceptance.allows(bytes) ? .tooLong : .notAllowed)
      }
      return takeStaged(cutting: false)
    }
  }

  /// The short way of most keys: one printable ASCII character, if all of them are accepted.
  private func insertLetter(_ bytes: RawSpan) -> Outcome? {
    guard bytes.byteCount == 1, acceptance.takesEveryLetter,
      case 0x20..<0x7f = unsafe bytes.unsafeLoad(as: UInt8.self)
    else { return nil }
    if let longest = acceptance.longest, text.characterCount >= longest {
      return .rejected(.tooLong)
    }
    return text.append(bytes) ? .accepted : .rejected(.tooLong)
  }

  /// Replaces the text by another one; returns false, with the field empty, if the rules refuse it.
  package func fill(_ bytes: RawSpan) -> Bool {
    removeAll()
    return insert(bytes) == .accepted
  }

  /// Wipes everything, staged bytes of a paste included.
  package func removeAll() {
    cancelPaste()
    text.removeAll()
  }

  /// Deletes a part of the text.
  ///
  /// - Parameter body: Removes the part and returns its number of bytes.
  /// - Returns: `ignored` if there was nothing to delete.
  package func delete(_ body: (inout SecretText) -> Int) -> Outcome {
    !text.isEmpty && body(&text) > 0 ? .accepted : .ignored
  }

  /// Deletes the whole text.
  package func deleteAll() -> Outcome {
    delete { text in
      defer { text.removeAll() }
      return text.byteCount
    }
  }

  /// Applies the acceptance rules to the staged bytes, which are then in the text or wiped.
  func takeStaged(cutting: Bool) -> Outcome {
    let rules = acceptance
    guard text.withStagedBytes({ rules.allows($0) }) else { return refuse(.notAllowed) }
    if rules.isIDCard {
      let start = text.byteCount
      guard text.withStagedBytes({ rules.isIDCard($0, from: start) }) else {
        return refuse(.idCard)
      }
      caseLastLetter()
    }
    guard let count = text.characterCountWithStaged else { return refuse(.notAllowed) }
    let limit = rules.longest ?? count
    if count > limit {
      guard cutting else { return refuse(.tooLong) }
      text.unstageLast(text.stagedByteCount(behind: limit))
    }
    guard text.commitInsertion() else { return .rejected(.notAllowed) }
    return count > limit ? .rejected(.tooLong) : .accepted
  }

  private func refuse(_ reason: RejectionReason) -> Outcome {
    text.cancelInsertion()
    return .rejected(reason)
  }

  /// Stores the ID number's last letter in the case of the option.
  private func caseLastLetter() {
    let last = text.withStagedBytes { bytes -> UInt8 in
      let end = bytes.byteCount - 1
      return end < 0 ? 0 : unsafe bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self)
    }
    guard last | 0x20 == 0x78 else { return }
    text.unstageLast(1)
    text.stage(unsafe (acceptance.idCardLetter == .upper ? "X" : "x").utf8Span.span.bytes)
  }
}
