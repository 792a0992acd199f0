import Glibc
import KeywardTerminal
import SecureMemory

package struct HelpLayout {
  let width: Int

  /// Creates a layout.
  ///
  /// If `width` is nil, the width is the first of these that is known: the value of `COLUMNS`, the
  /// width of the terminal on standard output, and 80.
  package init(width: Int? = nil) {
    let columns = environmentVariable("COLUMNS").flatMap { Int($0) }
    self.width = max(
      20, width ?? columns ?? TerminalSession.window(of: STDOUT_FILENO)?.columns ?? 80)
  }

  package func page(
    _ paragraphs: [String], _ sections: [(title: String, rows: [(String, String)])]
  ) -> String {
    (paragraphs.map(paragraph) + sections.map { section($0.title, $0.rows) })
      .joined(separator: "\n\n") + "\n"
  }

  package func paragraph(_ text: String) -> String { lines(text).joined(separator: "\n") }

  package func section(_ title: String, _ rows: [(String, String)]) -> String {
    (lines(title.uppercased() + ":") + rows.flatMap(row)).joined(separator: "\n")
  }

  private func row(_ label: String, _ meaning: String) -> [String] {
    let column = width < 60 ? 6 : 26
    var lines = lines(meaning, indent: column)
    let shown = self.lines(label, indent: 2)
    if shown.count == 1, shown[0].count < column, let first = lines.first {
      lines[0] = shown[0] + first.dropFirst(shown[0].count)
      return lines
    }
    return shown + lines
  }

  /// Breaks lines between words, except those that are to be copied.
  package func broken(
    _ text: String, keeping isToCopy: (String) -> Bool = { _ in false }
  ) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .flatMap { isToCopy($0) ? [$0] : broken(line: $0) }.joined(separator: "\n")
  }

  /// Breaks a line between words; the lines after it have its indent.
  private func broken(line: String) -> [String] {
    let indent = min(line.prefix { $0 == " " }.count, width / 2)
    let rest = String(line.dropFirst(indent))
    return rest.isEmpty ? [""] : lines(rest, indent: indent)
  }

  package func lines(_ text: String, indent: Int = 0) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    return TextWrap.lines(of: text, width: width - indent).map { blanks + $0 }
  }
}
