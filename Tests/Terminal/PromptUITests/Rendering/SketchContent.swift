import KeyboardEngine
import Testing

@testable import PromptUI

/// The content of the two sketches in the specification.
enum SketchContent {
  static func content(
    columns: Int, rows: Int, marksAlternates: Bool = false
  ) throws -> PromptViewModel {
    let layout = try panel(columns: columns, rows: rows)
    var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: false))
    view.focus = layout.slot(of: "g")
    view.marksAlternates = marksAlternates
    var content = PromptViewModel(
      fields: [.init(prompt: "Passphrase", mask: .bullets, characterCount: 12)],
      glyphs: Glyphs(isASCII: false))
    content.asker = "asked by gpg, pid 940"
    content.description = """
      Unlock the OpenPGP secret key

      "Nightly build <build@example.org>"
      255-bit EdDSA key, made 2026-11-21
      """
    content.error = "Bad passphrase (try 2 of 3)"
    content.keyboard = .init(
      view: view,
      toolbar: .init(
        items: [
          .init(label: "#+=", action: .panel(.symbols)),
          .init(label: "123", action: .panel(.numbers)),
        ]),
      bottomRows: 0)
    return content
  }

  static func panel(
    columns: Int, rows: Int, panel: PanelName = .letters, title: String = "Signing key"
  ) throws -> PanelLayout {
    let definition = try ShippedLayouts.keyboard(named: "latin-qwerty").completed(with: panel)
    let geometry = try KeyboardGeometry(
      screen: try ScreenDescription(columns: columns, lines: rows),
      profile: .standard,
      hasToolbar: !title.isEmpty)
    let set = try PanelSet(of: definition, startingWith: panel, hasToolbar: !title.isEmpty)
    let page = try #require(definition.page(PanelSelection(panel: panel), in: set))
    return try geometry.layout(of: page)
  }
}

extension PromptViewModel {
  func rendered(columns: Int, rows: Int) -> ComposedScreen {
    var renderer = PromptRenderer()
    renderer.render(self, columns: columns, rows: rows)
    return renderer.screen
  }
}
