/// Alternates for hosts that place keys and pop-ups themselves, or have no finger to hold keys.
extension Keyboard {
  /// Tells whether the key in a slot of ``currentPanel`` offers other characters when held.
  package func hasAlternates(slot: Int) -> Bool {
    guard let keys = basePanel?.keys, keys.indices.contains(slot) else { return false }
    return !keys[slot].key.alternates.isEmpty
  }

  /// Presses a key and opens its alternates at once; they stay until the touch is released or
  /// cancelled.
  ///
  /// - Parameters:
  ///   - slot: The key.
  ///   - touch: The number that stands for the finger.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `ignored`, with nothing pressed, for a key without alternates.
  @discardableResult
  package func openAlternates(slot: Int, touch: Int = 0, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard hasAlternates(slot: slot) else { return .ignored }
    let outcome = press(slot: slot, touch: touch)
    if let index = touches.firstIndex(where: { $0.id == touch && !$0.isDone }) {
      touches[index].opensAlternates = nil
      openAlternates(of: touches[index])
    }
    return outcome
  }

  /// Selects a place of the pop-up that a touch has opened.
  ///
  /// - Parameters:
  ///   - place: Its number; `nil` closes the pop-up without effect, as a drag far away does.
  ///   - touch: The finger.
  ///   - time: Seconds; `nil` is the time of the last call.
  package func selectAlternate(_ place: Int?, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch && !$0.isDone }),
      case .key(let slot) = touches[index].target, slot == alternates?.slot
    else { return }
    if alternates?.select(place) == false { closeAlternates(of: index) }
  }

  /// Moves a finger onto a key, or off all of them; leaving its own key disarms that key.
  ///
  /// - Parameters:
  ///   - slot: The key it is on; `nil` for none.
  ///   - touch: The finger.
  ///   - time: Seconds; `nil` is the time of the last call.
  package func drag(toSlot slot: Int?, touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch }),
      case .key(let own) = touches[index].target
    else { return }
    arm(index, slot == own)
  }
}

extension Keyboard {
  /// Types the alternate that an open pop-up shows at a point; the finger on its key has no further
  /// effect.
  ///
  /// - Returns: `nil` if there is none.
  func takeAlternate(at point: Point, touch: Int) -> Outcome? {
    guard isEnabled, let popup = alternates, let point = panelPoint(point),
      let place = popup.frames.firstIndex(where: { $0.contains(point) }),
      let index = touches.firstIndex(where: { $0.target == .key(slot: popup.slot) && !$0.isDone })
    else { return nil }
    _ = alternates?.select(place)
    var holder = touches[index]
    holder.isArmed = true
    touches[index].isDone = true
    if !touches.contains(where: { $0.id == touch }) {
      touches.append(HeldTouch(id: touch, target: holder.target, role: holder.role, isDone: true))
    }
    return end(holder)
  }
}
