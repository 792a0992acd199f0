import CXKB
import Glibc

/// libxkbcommon, loaded while the program runs, and a context of it.
///
/// Only the import of keyboards needs it. It finds layouts in the library's own places: the user's
/// folder, `/etc/xkb` and the system's folder.
@safe
package final class XKBLibrary {
  let functions: xkb_functions
  let context: OpaquePointer

  /// The sentence for a machine without the library.
  static let isMissing = ImportError(
    "libxkbcommon, which reads the system's keyboards, is not installed. Install it with "
      + "“apt-get install libxkbcommon0 xkb-data libx11-data”.")

  /// Loads the library.
  ///
  /// - Parameter file: the library's file, found by the system's loader.
  /// - Throws: `ImportError` with the command that installs it.
  package init(_ file: String = "libxkbcommon.so.0") throws(ImportError) {
    var functions = xkb_functions()
    let result = unsafe xkb_load(file, &functions)
    guard result >= 0 else { throw Self.isMissing }
    guard result == 0, let context = unsafe functions.context_new(Self.contextFlags) else {
      throw ImportError("This system's libxkbcommon is too old; version 0.7 or later is needed.")
    }
    // Our own sentences replace its messages about a layout.
    unsafe functions.context_set_log_level(context, 0)
    self.functions = functions
    unsafe self.context = context
  }

  deinit { unsafe functions.context_unref(context) }

  /// The default folders, and no names of layouts from the environment.
  private static let contextFlags: Int32 = 2

  /// The folders with layouts; the first ones take precedence.
  package var folders: [String] {
    (0..<(unsafe functions.context_num_include_paths(context))).compactMap { index in
      unsafe functions.context_include_path_get(context, index)
        .map { unsafe String(cString: $0) }
    }
  }

  /// The name of a keysym: `dead_acute`.
  func name(of keysym: UInt32) -> String {
    unsafe Self.text { unsafe functions.keysym_get_name(keysym, $0, $1) }
  }

  /// The text that a function of the library writes; empty for none.
  static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe write($0.baseAddress, $0.count)
    }
    guard count > 0, count < buffer.count else { return "" }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
