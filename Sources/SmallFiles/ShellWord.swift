extension String {
  /// True if a shell takes the unchanged text as one word.
  package var isShellWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d...0x2f, 0x5f: true
        default: false
        }
      }
  }

  /// The text as one word of a shell: `/a b` → `'/a b'`.
  package var shellWord: String {
    guard !isShellWord else { return self }
    return "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
