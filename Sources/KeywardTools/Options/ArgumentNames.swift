import ArgumentParser
import KeywardEngine
import SecretCommands
import TerminalUI

// The names that options take are the raw values of the library's own cases; a wrong one is
// answered with their list.

extension Idiom: ExpressibleByArgument {}
extension Orientation: ExpressibleByArgument {}
extension PanelName: ExpressibleByArgument {}
extension SymbolPage: ExpressibleByArgument {}
extension PanelWidth: ExpressibleByArgument {}
extension ShuffleMode: ExpressibleByArgument {}
extension EventOrder: ExpressibleByArgument {}
extension DialogueOptions.Mask: ExpressibleByArgument {}
extension Feedback: ExpressibleByArgument {}
extension InputMode: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
extension ScreenForm: ExpressibleByArgument {}
extension ConfirmCommand.Answer: ExpressibleByArgument {}
