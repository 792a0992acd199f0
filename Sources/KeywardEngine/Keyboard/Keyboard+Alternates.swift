/// Alternates for hosts that draw keys and pop-ups in places of their own, or have no finger to hold.
extension Keyboard {
  /// Whether the key in a slot of ``currentPanel`` offers other characters when it is held.
  package func hasAlternates(slot: Int) -> Bool {
    guard let keys = basePanel?.keys, keys.indices.contains(slot) else { return false }
    return !keys[slot].key.alternates.isEmpty
  }

  /// Presses a key and opens its alternates at once; they stay until the touch is released or
  /// cancelled.
  ///
  /// - Parameters:
  ///   - slot: The key.
  ///   - touch: What stands for the finger.
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

  /// Moves a finger onto a key, or off all of them; off its own key it disarms that.
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
  /// Types the place of an open pop-up that is drawn at a point; its key's finger has done its work.
  ///
  /// - Returns: `nil` where there is none.
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
