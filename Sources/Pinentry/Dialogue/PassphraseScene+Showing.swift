import SecureMemory
import TerminalUI

/// What is shown of a passphrase and around it.
extension PassphraseScene {
  var showsCharacters: Bool { isVisible || isRevealed }

  func composeReveal(columns: Int, isASCII: Bool) -> Int {
    let fields = fields
    let isGrouped = request.isFormatted && !isVisible
    let isFirst = flow.active == .first || isGeneratedShown
    return fields.with(isFirst ? .first : .second) { field in
      field.text.withBytes { bytes in
        RevealComposer.compose(
          bytes, cells: columns, isGrouped: isGrouped, isASCII: isASCII,
          into: &fields.scratch)
      }
    }
  }

  var base: ScreenContent {
    var fields = [
      ScreenContent.Field(
        prompt: frame.clean(request.prompt, .line), mask: isVisible ? .hidden : settings.mask)
    ]
    if let repetition = request.repetition {
      fields.append(.init(prompt: frame.clean(repetition.label, .line), mask: settings.mask))
    }
    var content = frame.content(request.header, fields: fields)
    content.error = ""
    content.quality = request.qualityBar.map {
      .init(label: frame.clean($0.label, .line), value: nil)
    }
    content.tips = tips
    content.buttons = [
      frame.button(request.okLabel, "_OK").button(.submit),
      frame.button(request.cancelLabel, "_Cancel").button(.cancel),
    ]
    content.offersReveal = settings.allowsReveal && !isVisible
    content.offersNextField = flow.hasSecond
    return content
  }

  private var look: Look {
    Look(flow: flow.lookNumber, scroll: scroll, hasCapsLock: hasCapsLock, isRevealed: isRevealed)
  }

  var differsInCounts: Bool { drawnKeyboard == nil && shownLook == look }

  func count(of field: Int) -> ScreenComposer.FieldCount {
    guard field > 0 else { return .init(characterCount: fields.first.text.characterCount) }
    let count = fields.with(.second) { $0.text.characterCount }
    let areFilled = count > 0 && !fields.first.text.isEmpty
    return .init(characterCount: count, hint: areFilled && areEqual ? matchText : "")
  }

  func update(_ content: inout ScreenContent) {
    shownLook = drawnKeyboard == nil ? look : nil
    content.descriptionOffset = scroll
    updateFields(&content.fields)
    content.activeField = isGeneratedShown ? 0 : flow.active.rawValue
    if shownError != (flow.error, flow.errorIsReason) {
      shownError = (flow.error, flow.errorIsReason)
      content.error = frame.clean(flow.error, .error)
      content.errorTitle = flow.errorIsReason && !flow.error.isEmpty ? errorTitle : ""
    }
    content.quality?.value = flow.quality
    content.hints = isRevealed ? revealedHints : standingHints
    content.notice = flow.isWaiting ? "One moment" : flow.notice
    if hasCapsLock, content.notice.isEmpty { content.notice = capsLockHint }
    content.offersKeyboard = fields.drawn != nil || drawnKeyboard != nil || hiddenKeyboard != nil
    content.keyboard = drawnKeyboard?.drawn(glyphs: frame.glyphs, hasColor: frame.hasColor)
    content.form = frame.form ?? (content.keyboard == nil ? .card : .full)
    content.isKeyboardFocused = drawnKeyboard?.isFocused ?? false
    content.needsKeyboard = drawnKeyboard?.isNeeded ?? false
    content.offersDone = content.keyboard?.hasNoReturn ?? false
  }

  private func updateFields(_ shown: inout [ScreenContent.Field]) {
    for index in shown.indices {
      let count = count(of: index)
      shown[index].characterCount = count.characterCount
      shown[index].hint = count.hint
    }
    shown[0].isRevealed =
      isVisible || (isRevealed && (flow.active == .first || isGeneratedShown))
    guard shown.count > 1 else { return }
    shown[1].isRevealed = isRevealed && flow.active == .second && !isGeneratedShown
  }
}
