import KeyboardEngine

/// Shipped and user keyboards, with errors as `CommandFailure`.
package enum Keyboards {
  /// Reads the keyboard with a name or path.
  package static func named(_ nameOrPath: String) throws(CommandFailure) -> KeyboardDefinition {
    do {
      return try ShippedLayouts.library().keyboard(nameOrPath)
    } catch {
      throw failure(error)
    }
  }

  /// Reads a keyboard file of any owner, for a use without secrets.
  package static func checked(file path: String) throws(CommandFailure) -> KeyboardDefinition {
    do {
      return try ShippedLayouts.library().file(path, checksOwner: false)
    } catch {
      throw failure(error)
    }
  }

  /// The path of the user's keyboard with this name, which may end in `.yaml`; nil if there is
  /// none.
  package static func ownFile(of name: String) -> String? {
    let library = ShippedLayouts.library()
    let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    guard let folder = library.folder, library.userNames.contains(stem) else { return nil }
    return "\(folder)/\(stem).yaml"
  }

  private static var ownFolder: String {
    ShippedLayouts.library().folder ?? "~/.config/keyward/keyboards"
  }

  package static func failure(_ error: KeyboardLibraryError) -> CommandFailure {
    switch error {
    case .unknown:
      CommandFailure(
        "\(error.advice) To use your own keyboard, give the path of its file, or save it as "
          + "\(ownFolder)/NAME.yaml.",
        status: .usage)
    case .faults(let faults): CommandFailure(faults: faults)
    }
  }
}

extension KeyboardOptions {
  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    let keyboards = try definitions()
    // Throws if the chosen panel is missing.
    if panel != nil { _ = try panelSet(of: keyboards) }
    var configuration = KeyboardConfiguration(
      definition: keyboards[0], profile: profile, screen: screen)
    configuration.others = Array(keyboards.dropFirst())
    configuration.isChosen = layout != nil
    configuration.title = title
    configuration.panel = panel
    configuration.fullWidth = fullWidth
    configuration.shuffle = shuffle
    return configuration
  }

  /// Reads the keyboards named by the options; the first is shown first.
  package func definitions() throws(CommandFailure) -> [KeyboardDefinition] {
    do { return try keyboards() } catch { throw Keyboards.failure(error) }
  }

  /// Returns the panels reachable on the first keyboard.
  package func panelSet(of keyboards: [KeyboardDefinition]) throws(CommandFailure) -> PanelSet {
    do {
      return try PanelSet(
        of: keyboards[0], startingWith: panel, hasToolbar: !title.isEmpty, fullWidth: fullWidth,
        next: keyboards.dropFirst().first?.shortName)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }
}

extension KeyboardLibraryError {
  /// The description for users of the commands, with the command that lists the names if there are
  /// many.
  package var advice: String {
    guard case .unknown(let name) = self, !name.listsKnown else { return description }
    return "\(description) `keyward layouts list` names all keyboards."
  }
}
