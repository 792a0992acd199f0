/// A keyboard beside the one that a prompt begins with.
///
/// A shipped one is read when it is first shown: it cannot fail, and would cost a start as much as the
/// first.
public enum KeyboardChoice: Hashable, Sendable {
  /// One that has been read, such as a file of the user.
  case read(KeyboardDefinition)
  /// A shipped one, by its name.
  case shipped(String)

  /// The name of the keyboard.
  package var id: String {
    switch self {
    case .read(let definition): definition.id
    case .shipped(let name): name
    }
  }
}

/// Keyboards that take turns, the one to begin with first.
package struct KeyboardTurns: Hashable, Sendable {
  /// The keyboard to begin with.
  package var first: KeyboardDefinition
  /// Those that `next-keyboard` keys lead to; often none.
  package let others: [KeyboardChoice]

  /// Keyboards in their order.
  package init(first: KeyboardDefinition, others: [KeyboardChoice] = []) {
    (self.first, self.others) = (first, others)
  }
}
