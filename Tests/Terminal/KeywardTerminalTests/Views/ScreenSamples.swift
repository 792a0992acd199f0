import KeywardGeometry
import KeywardLayout

@testable import KeywardTerminal

enum ScreenSamples {
  static let library = KeyboardLibrary(shipped: source, folder: nil)

  /// The shipped keyboards, and one of each form with all its positions.
  private static let source = {
    var source = KeyboardSource(names: ShippedFiles.keyboardNames) { name in
      FormName(rawValue: name).map { Array(file(of: $0).utf8) } ?? ShippedFiles.keyboard(name)
    }
    source.form = { ShippedFiles.form($0) }
    return source
  }()

  /// A keyboard's file with all positions of a form; `forms` are its lines about other forms,
  /// `entry` the texts of every key.
  static func file(of form: FormName, forms: String = "", entry: String = "a % €") -> String {
    let positions = try? KeyboardForm.load(
      ShippedFiles.form(form) ?? [], path: "form.yaml"
    )
    .positions.dropLast()
    let keys = (positions ?? []).map { "      \($0): \"\(entry)\"" }.joined(separator: "\n")
    return """
      keyboard: \(form.rawValue)
      form: \(form.rawValue)
      \(forms)
      panels:
        symbols: { from: symbols }
        letters:
          positions:
      \(keys)
      """
  }

  static func panel(
    columns: Int, rows: Int, keyboard: String = "latin-qwerty", panel: PanelName? = nil,
    hasToolbar: Bool = false, orientation: Orientation? = nil
  ) throws -> PanelLayout {
    try layout(
      of: keyboard, panel: panel, hasToolbar: hasToolbar,
      on: ScreenDescription(columns: columns, lines: rows, orientation: orientation))
  }

  static func layout(
    of keyboard: String, panel: PanelName? = nil, hasToolbar: Bool = false,
    page: SymbolPage = .digits, width: PanelWidth = .half, hasFullWidth: Bool = false,
    on screen: ScreenDescription
  ) throws -> PanelLayout {
    let definition = try library.keyboard(keyboard)
    let geometry = try KeyboardGeometry(
      screen: screen, profile: .standard, hasToolbar: hasToolbar,
      grid: definition.heightGrid(in: screen.usableWidth))
    let set = try PanelSet(
      of: definition, startingWith: panel, hasToolbar: hasToolbar, fullWidth: hasFullWidth)
    let selection = PanelSelection(panel: panel ?? set.first, page: page, width: width)
    let content = definition.page(selection, in: set, room: screen.usableWidth)
    return try geometry.layout(of: content ?? PanelPage(panel: .letters, columns: 10, rows: []))
  }

  /// The content of both drawings of the specification.
  static func unlocking(
    columns: Int, rows: Int, isASCII: Bool = false, hasColor: Bool = false
  ) throws -> PromptViewModel {
    let glyphs = Glyphs(isASCII: isASCII)
    var content = PromptViewModel(
      fields: [.init(prompt: "Passphrase", mask: .bullets, characterCount: 12)], glyphs: glyphs)
    content.question.asker = "asked by gpg, pid 940"
    content.question.description = """
      Unlock the OpenPGP secret key

      "Nightly build <build@example.org>"
      255-bit EdDSA key, made 2026-11-21
      """
    content.error = "Bad passphrase (try 2 of 3)"
    content.surface.hasColor = hasColor
    let layout = try? panel(columns: columns, rows: rows, hasToolbar: true)
    if let layout {
      var view = KeyboardView(layout: layout, glyphs: glyphs)
      view.focus = layout.slot(of: "g")
      view.hasBlocks = hasColor
      content.keyboard = .init(
        view: view,
        toolbar: [
          .init(label: "#+=", action: .panel(.symbols)),
          .init(label: "123", action: .panel(.numbers)),
        ],
        bottomRows: 0)
    }
    return content
  }
}

extension KeyboardView {
  var drawn: CellBuffer {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    draw(on: &buffer, column: 0, row: 0)
    return buffer
  }
}

extension PromptViewModel {
  init(fields: [Field], glyphs: Glyphs) {
    var surface = PromptSurface()
    surface.glyphs = glyphs
    self.init(Question(), on: surface)
    self.fields = fields
  }

  func rendered(columns: Int, rows: Int) -> ComposedScreen {
    var renderer = PromptRenderer(self)
    return renderer.render(columns: columns, rows: rows)
  }
}
