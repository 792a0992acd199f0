/// The signs of a dialogue, with UTF-8 or in ASCII.
struct Marks: Hashable {
  let isASCII: Bool

  var rule: Character { isASCII ? "-" : "─" }
  var bullet: Character { isASCII ? "*" : "•" }
  var cursor: String { isASCII ? "|" : "▏" }
  var error: String { isASCII ? "x " : "✗ " }
  var ellipsis: String { isASCII ? "..." : "…" }
  var separator: String { isASCII ? " - " : " · " }
  var full: Character { isASCII ? "#" : "█" }
  var empty: Character { isASCII ? "." : "░" }
  var side: Character { isASCII ? "|" : "│" }
  var corners: [Character] { isASCII ? ["+", "+", "+", "+"] : ["╭", "╮", "╰", "╯"] }
}
