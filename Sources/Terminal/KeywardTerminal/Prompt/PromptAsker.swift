/// The program that a prompt names, as far as its dialogue watches it.
package struct PromptAsker {
  /// Descriptors that are readable once one of the named processes has ended.
  package let ends: [Int32]
  /// Whether the program is still the one that the prompt names.
  package let isUnchanged: () -> Bool

  package init(ends: [Int32] = [], isUnchanged: @escaping () -> Bool = { true }) {
    self.ends = ends
    self.isUnchanged = isUnchanged
  }
}
