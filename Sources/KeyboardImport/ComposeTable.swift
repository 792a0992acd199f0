import CXKB
import Glibc
import KeyboardLayout

/// The system's sequences of dead keys and other keys, as libxkbcommon reads them from a Compose
/// file.
@safe
package final class ComposeTable {
  /// The result of a sequence so far.
  enum Status {
    case nothing, waits, cancelled
    case types(String)
  }

  private let library: XKBLibrary
  private let table: OpaquePointer
  private let state: OpaquePointer

  /// The file of every system, whatever the user's locale, so that a keyboard is the same for all
  /// users.
  package static let usualFile = "/usr/share/X11/locale/en_US.UTF-8/Compose"

  /// Reads a Compose file.
  ///
  /// - Throws: `ImportError` with the command that installs it.
  package init(_ path: String = usualFile, library: XKBLibrary) throws(ImportError) {
    self.library = library
    let functions = library.functions
    guard let file = unsafe fopen(path, "re") else {
      throw ImportError(
        "The system's table of dead keys, \(path), cannot be read. Install it with "
          + "“apt-get install libx11-data”.")
    }
    defer { unsafe _ = fclose(file) }
    let made = unsafe functions.compose_table_new_from_file(
      library.context, file, "en_US.UTF-8", 1, 0)
    guard let table = unsafe made, let state = unsafe functions.compose_state_new(table, 0) else {
      throw ImportError("The system's table of dead keys, \(path), has faults. Install it anew.")
    }
    unsafe self.table = table
    unsafe self.state = state
  }

  deinit {
    unsafe library.functions.compose_state_unref(state)
    unsafe library.functions.compose_table_unref(table)
  }

  /// The status after keysyms.
  func status(after keysyms: [UInt32]) -> Status {
    let functions = library.functions
    unsafe functions.compose_state_reset(state)
    for keysym in keysyms { unsafe _ = functions.compose_state_feed(state, keysym) }
    switch unsafe functions.compose_state_get_status(state) {
    case 1: return .waits
    case 2:
      return .types(
        unsafe XKBLibrary.text { unsafe functions.compose_state_get_utf8(state, $0, $1) })
    case 3: return .cancelled
    default: return .nothing
    }
  }
}
