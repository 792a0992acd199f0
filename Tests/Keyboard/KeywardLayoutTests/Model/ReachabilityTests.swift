import Testing

@testable import KeywardLayout

@Suite struct ReachabilityTests {
  private func outputs(of name: String) throws -> Set<String> {
    let keyboard = try Shipped.keyboard(name)
    let set = try PanelSet(of: keyboard)
    var outputs: Set<String> = []
    for panel in set.panels {
      for page in SymbolPage.allCases {
        let selection = PanelSelection(panel: panel, page: page)
        for key in keyboard.page(selection, in: set)?.keys ?? [] {
          outputs.formUnion(KeyLevel.allCases.map(key.output(at:)))
        }
      }
    }
    return outputs
  }

  @Test(arguments: Shipped.source.names.filter { $0.hasPrefix("latin-") })
  func everyPrintableASCIICharacter(_ name: String) throws {
    let outputs = try outputs(of: name)
    let missing = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
      .filter { !outputs.contains($0) }
    #expect(missing == [])
  }

  @Test func turkishReachesItsOwnLetters() throws {
    let outputs = try outputs(of: "latin-turkish")
    #expect(outputs.isSuperset(of: ["i", "İ", "ı", "I", "q", "w", "x", "Ğ"]))
  }

  @Test(arguments: Shipped.source.names)
  func everyShippedKeyboardCanGoEverywhereAndBack(_ name: String) throws {
    let keyboard = try Shipped.keyboard(name)
    #expect(keyboard.id == name && !keyboard.title.isEmpty)
    for panel in keyboard.panels {
      #expect(panel.contains(.delete))
      #expect(
        panel.pages.allSatisfy { Set($0.keys.map(\.id)).count == $0.keys.count })
    }
  }
}
