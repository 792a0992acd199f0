/// The pages of a symbols panel: both have half width, and both or none also have full width.
enum SymbolPages {
  /// A page as written in the file.
  struct Page {
    let page: SymbolPage
    /// The place of its name.
    let mark: YAMLMark
    let widths: [String]
  }

  static func check(_ pages: [Page], at mark: YAMLMark, _ reader: inout DiagnosticDecoder) {
    for name in SymbolPage.allCases where !pages.contains(where: { $0.page == name }) {
      reader.faults.add(
        mark, "Page “\(name.rawValue)” is missing. Add “\(name.rawValue): { half: … }”.")
    }
    for page in pages {
      if !page.widths.contains("half") {
        reader.faults.add(page.mark, "Page “\(page.page.rawValue)” has no half width.")
      }
      guard !page.widths.contains("full"),
        let other = pages.first(where: { $0.page != page.page && $0.widths.contains("full") })
      else { continue }
      reader.faults.add(
        page.mark,
        "Page “\(page.page.rawValue)” has no full width, but page “\(other.page.rawValue)” has.")
    }
  }
}
