import TerminalUI

/// What is the same for every picture of a dialogue: who asks, what is not protected, what the terminal
/// can show.
struct SceneFrame {
  var asker = ""
  var warning = ""
  var isASCII = false
  var hasColor = false
  var isPlain = false
  /// How the screen stands in the window; nil for a card where no keyboard is drawn.
  var form: ScreenForm?

  /// A client's text in its harmless form.
  func clean(_ bytes: [UInt8], _ kind: CallerText) -> String {
    bytes.isEmpty ? "" : Sanitizer(isASCII: isASCII).clean(bytes, as: kind)
  }

  var glyphs: Glyphs { Glyphs(isASCII: isASCII) }

  /// A client's label for a button, or our own.
  func button(_ bytes: [UInt8], _ own: String) -> ButtonLabel {
    let label = clean(bytes, .line)
    return ButtonLabel(label.isEmpty ? own : label)
  }

  /// The parts every dialogue has.
  func content(
    _ header: DialogueHeader, fields: [ScreenContent.Field] = []
  ) -> ScreenContent {
    var content = ScreenContent(program: "keyward", fields: fields, glyphs: glyphs)
    content.asker = asker
    content.warning = warning
    content.hasColor = hasColor
    content.form = form ?? .card
    content.title = clean(header.title, .line)
    content.description = clean(header.description, .description)
    content.error = clean(header.error, .error)
    return content
  }

  /// What line mode says first.
  func introduction(_ header: DialogueHeader) -> String {
    var lines: [String] = []
    if !asker.isEmpty { lines.append("keyward: " + asker) }
    if !warning.isEmpty { lines.append("Warning: " + warning) }
    if !header.title.isEmpty { lines.append(clean(header.title, .line)) }
    let description = clean(header.description, .description)
    if !description.isEmpty { lines += description.split(separator: "\n").map(String.init) }
    if !header.error.isEmpty { lines.append("Error: " + clean(header.error, .error)) }
    return lines.map { $0 + "\r\n" }.joined()
  }
}
