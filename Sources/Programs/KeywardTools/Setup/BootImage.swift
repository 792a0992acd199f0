import Glibc
import KeywardPrograms
import SecureMemory

/// The image that boots the computer, handled by the script of the package keyward-initramfs.
struct BootImage {
  static let isMissing =
    "the files for an initramfs are not installed: apt install keyward-initramfs."

  private static let folder = "/usr/lib/keyward"

  var isInstalled: Bool { unsafe access(Self.folder + "/image", X_OK) == 0 }

  /// True if the disks of `/etc/crypttab` can have a keyscript.
  var hasKeyscripts: Bool { unsafe access("/usr/share/initramfs-tools/hooks/cryptroot", F_OK) == 0 }

  /// Builds a test image and asks once with the program in it; returns the problem, or nil.
  func rehearse() -> String? { trouble("rehearse") }

  /// Creates the boot image; returns the problem, or nil.
  func update() -> String? { trouble("update") }

  /// The files that the present image lacks; nil if it could not be read.
  var lacks: [String]? {
    let lines = run("lacks")
    return lines.last == Self.done ? lines.dropLast() : nil
  }

  private static let done = "done"

  private func trouble(_ deed: String) -> String? {
    let lines = run(deed)
    return lines.last == Self.done ? nil : lines.last ?? "\(Self.folder)/image printed nothing"
  }

  /// The lines that the script prints; after success the last one is `done`.
  private func run(_ deed: String) -> [String] {
    let words = ["/bin/sh", "-c", "\(Self.folder)/image \(deed) && echo \(Self.done)"]
    return HelperProgram(words, readsOutput: true)?.lines(until: MonotonicTime.now + 1800) ?? []
  }
}
