/// Every key described in `keys` stands in a row of the file.
enum UnusedKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    if draft.isPartial { return }
    let ids = draft.inputIDs
    let roles = draft.usedRoles
    for key in draft.keys.values where !ids.contains(key.id.text) {
      reader.add(key.id, sentence(key.id.text))
    }
    for (role, key) in draft.roles where !roles.contains(role) {
      reader.add(key.id, sentence(key.id.text))
    }
  }

  private static func sentence(_ id: String) -> String {
    "\(id.quoted) is described under keys but stands in no row."
  }
}
