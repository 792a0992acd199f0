/// A place where a prompt can be shown.
package enum Place: String, CaseIterable, Hashable, Sendable {
  case terminal
  /// The terminal on which the caller's `keyward attend` was started.
  case attend
  /// The terminal of a `keyward lend` that waits for callers.
  case lender
  /// A popup over the caller's tmux pane.
  case tmux
  /// The program that the configuration names.
  case fallback
  case window
  /// The password agents of systemd; only for a single secret, and only if it is named.
  case systemd

  /// The places that are tried, in this order, if nothing else is set.
  package static let standard = allCases.filter { $0 != .systemd }
}

extension ValueForm<[Place]> {
  static let places = Self(
    "PLACE,…", "a list of " + Place.allCases.map(\.rawValue).joined(separator: ", ")
  ) { text in
    let words = text.split(separator: ",").map { $0.filter { $0 != " " } }
    let places = words.compactMap { Place(rawValue: String($0)) }
    return !places.isEmpty && places.count == words.count && Set(places).count == places.count
      ? places : nil
  }
}
