import KeyboardEngine

extension LaidOutPage {
  /// The keyboard as an SVG picture: toolbar, panel and the safe insets around it, in points.
  var picture: String {
    let insets = geometry.screen.safeArea
    let picture = PanelPicture(
      layout, name: title.isEmpty ? selection.panel.rawValue : title,
      insets: RectInsets(left: insets.left, bottom: insets.bottom, right: insets.right),
      toolbar: title.isEmpty ? nil : toolbar)
    // `print` adds the last line end itself.
    return String(picture.svg.dropLast())
  }

  private var toolbar: PanelPicture.Toolbar {
    let order: [PanelName] = [.letters, .numbers, .symbols]
    let switches = order.filter { set.panels.contains($0) && $0 != selection.panel }
    return PanelPicture.Toolbar(
      title: title, items: switches.map { KeyboardToolbarItem.panel($0).label },
      done: KeyboardToolbarItem.done.label, height: geometry.heights.toolbarHeight)
  }
}
