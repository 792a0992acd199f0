import KeywardEngine
import Testing

@testable import KeywardTools

@Suite struct PanelPictureTests {
  private func layout() throws -> PanelLayout {
    try layout(of: "latin-qwerty")
  }

  private func layout(of keyboard: String) throws -> PanelLayout {
    let keyboard = try ShippedLayouts.keyboard(named: keyboard)
    let screen = try Device.named("iphone-xs").screen(.portrait)
    let geometry = try KeyboardGeometry(
      screen: screen, profile: .standard, hasToolbar: false,
      grid: keyboard.heightGrid(in: screen.formWidth))
    let set = try PanelSet(of: keyboard)
    let page = try #require(
      keyboard.page(PanelSelection(panel: set.first), in: set, room: screen.formWidth))
    return try geometry.layout(of: page)
  }

  @Test("The picture of every shipped keyboard is complete")
  func everyKeyboard() throws {
    for name in ShippedLayouts.keyboardNames {
      let svg = try layout(of: name).svg(name: name)
      #expect(svg.split(separator: "<rect").count > 20 && svg.hasSuffix("</g>\n</svg>\n"))
      #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func everyKeyHasACapAndALabel() throws {
    let layout = try layout()
    let svg = layout.svg(name: "letters")
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"375\" "))
    #expect(svg.hasSuffix("</g>\n</svg>\n"))
    for key in layout.keys { #expect(svg.contains(">\(key.key.label)</text>")) }
    #expect(svg.split(separator: "<rect").count - 1 == 2 * layout.keys.count + 1)
    #expect(
      svg.contains(
        "<rect x=\"4.5\" y=\"8\" width=\"33\" height=\"44\" rx=\"5\" class=\"cap\" fill=\"#ffffff\"/>"
      )
    )
    #expect(
      svg.contains(
        "<rect x=\"4.5\" y=\"112\" width=\"52\" height=\"44\" rx=\"5\" class=\"function\" fill=\"#adb2bc\"/>"
      ))
  }

  @Test func theToolbarIsAboveAndTheInsetsAround() throws {
    let svg = try layout().svg(
      name: "x", insets: RectInsets(left: 10, bottom: 34, right: 20),
      toolbar: .init(title: "Sign <in>", items: ["123", "#+="]))
    #expect(svg.contains("viewBox=\"0 0 405 290\""))
    #expect(svg.contains("<rect x=\"14.5\" y=\"48\" width=\"33\" height=\"44\""))
    #expect(svg.contains(">Sign &lt;in&gt;</text>") && svg.contains(">#+=</text>"))
    #expect(svg.contains("font-weight=\"600\" class=\"action\" fill=\"#0a5bd3\">Done</text>"))
  }

  @Test func longTitlesAreCut() throws {
    let title = String(repeating: "word ", count: 60)
    let svg = try layout().svg(
      name: "x", toolbar: .init(title: title, items: ["123", "#+="]))
    #expect(!svg.contains(title) && svg.contains("…</text>"))
  }

  @Test(arguments: [
    ("a<b & \"c\"", "a&lt;b &amp; &quot;c&quot;"), ("it's", "it&#39;s"), ("]]>", "]]&gt;"),
    ("\u{1B}[2J", "\u{FFFD}[2J"), ("\u{202E}x", "\u{FFFD}x"), ("\u{FFFF}", "\u{FFFD}"),
    ("é€", "é€"),
  ])
  func escaping(_ text: String, _ escaped: String) {
    #expect(text.xmlEscaped == escaped)
  }

  @Test func cutting() {
    #expect("abc".cut(toWidth: 100, size: 10) == "abc")
    #expect("abcdefgh".cut(toWidth: 25, size: 10) == "abc…")
    #expect("abc".cut(toWidth: 1, size: 10) == "")
  }
}
