import KeywardPrograms
import KeywardTerminal

struct DoctorReport {
  let findings: [Finding]
  let layout: HelpLayout
  let glyphs: Glyphs
  let hasColor: Bool

  static let mostLines = 24

  var full: String {
    groups { _, findings in findings.map(\.line) }.flatMap(\.self).joined(separator: "\n")
  }

  /// The remedies, and the other findings in brief.
  ///
  /// Findings with the same remedy share an entry. A report of more than `mostLines` lines loses
  /// the empty lines first, then the findings that need no action, for which an ellipsis is shown.
  var short: String {
    let more = layout.lines("`keyward doctor --verbose` shows each finding in full.")
    let groups = groups { kind, findings in
      kind == .action
        ? Self.remedies(findings) : [findings.map(\.brief).joined(separator: "; ")]
    }
    var lines = Array((groups + [more]).joined(separator: [""]))
    for kept in (1...max(1, groups.count)).reversed() where lines.count > Self.mostLines {
      let rest = kept < groups.count ? [["  " + glyphs.ellipsis]] : []
      lines = (groups.prefix(kept) + rest + [more]).flatMap(\.self)
    }
    let isCut = lines.count > Self.mostLines
    return (isCut ? lines.prefix(Self.mostLines - 1) + ["  " + glyphs.ellipsis] : lines[...])
      .joined(separator: "\n")
  }

  private func groups(_ entries: (Finding.Kind, [Finding]) -> [String]) -> [[String]] {
    Finding.Kind.allCases.compactMap { kind in
      let found = findings.filter { $0.kind == kind }
      guard !found.isEmpty else { return nil }
      return [coloured(kind.rawValue, "1")]
        + entries(kind, found).flatMap { entry(StandardStreams.sanitized($0), of: kind) }
    }
  }

  private static func remedies(_ findings: [Finding]) -> [String] {
    var remedies: [String] = []
    for finding in findings where !remedies.contains(finding.advice ?? "") {
      remedies.append(finding.advice ?? "")
    }
    return remedies.map { remedy in
      let own = findings.filter { $0.advice == remedy }
      return own.count == 1
        ? own[0].line : "\(own.map(\.name).joined(separator: ", ")): \(remedy)"
    }
  }

  private func entry(_ text: String, of kind: Finding.Kind) -> [String] {
    let (mark, color) =
      switch kind {
      case .action: (glyphs.isASCII ? "!" : "✗", "31")
      case .fine: (glyphs.isASCII ? "+" : "✓", "32")
      case .information: (glyphs.isASCII ? "-" : "•", "36")
      }
    var lines = layout.lines(text, indent: 4)
    lines[0] = "  " + coloured(mark, color) + " " + lines[0].dropFirst(4)
    return lines
  }

  private func coloured(_ text: String, _ color: String) -> String {
    hasColor ? "\u{1B}[\(color)m\(text)\u{1B}[m" : text
  }
}
