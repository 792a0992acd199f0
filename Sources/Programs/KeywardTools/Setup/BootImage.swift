import Glibc
import KeywardPrograms
import SecureMemory

/// The computer's boot image, which a script of the package keyward-initramfs builds and reads.
enum BootImage {
  static let isMissing =
    "Keyward's files for the initramfs are not installed; run apt install keyward-initramfs."

  static let ofSystemd =
    "Nothing asks through /etc/crypttab here: systemd unlocks encrypted disks at boot, as with "
    + "dracut, and Keyward's agent in the initramfs answers its questions."

  private static let folder = "/usr/lib/keyward"

  static var isInstalled: Bool { unsafe access(folder + "/image", X_OK) == 0 }

  /// True if entries of `/etc/crypttab` can have a keyscript.
  static var hasKeyscripts: Bool {
    unsafe access("/usr/share/initramfs-tools/hooks/cryptroot", F_OK) == 0
  }

  /// The files that the current boot image lacks; nil if the image could not be read.
  static var lacks: [String]? {
    let lines = run("lacks")
    return lines.last == done ? lines.dropLast() : nil
  }

  private static let done = "done"

  /// Runs the script with an argument, and returns its error message, or nil on success.
  ///
  /// The argument `rehearse` builds a test image, and tests the prompt of the program in that
  /// image. The argument `update` builds the image that boots the computer.
  static func trouble(with deed: String) -> String? {
    let lines = run(deed)
    return lines.last == done ? nil : lines.last ?? "\(folder)/image printed nothing"
  }

  /// The output of the script; after success the last line is `done`.
  private static func run(_ deed: String) -> [String] {
    let words = ["/bin/sh", "-c", "\(folder)/image \(deed) && echo \(done)"]
    var command = HelperCommand(words)
    command.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    return HelperProgram(command, readsOutput: true)?.lines(until: MonotonicTime.now + 1800) ?? []
  }
}
