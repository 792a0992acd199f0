import Glibc
import PromptUI
import SecureMemory

package struct HelpLayout {
  let width: Int

  /// A nil width means that of `COLUMNS` or of the terminal of standard output, else 80.
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

  package func lines(_ text: String, indent: Int = 0) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    return TextWrap.lines(of: text, width: width - indent).map { blanks + $0 }
  }
}
