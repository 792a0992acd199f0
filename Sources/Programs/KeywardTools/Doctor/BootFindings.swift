import Glibc
import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import SecureMemory

extension Finding {
  static func ofBoot(root: String = "") -> [Finding] {
    [image, disks(root)] + settings(root) + [devices(root)]
  }

  private static var image: Finding {
    let subject = "initramfs"
    guard BootImage.isInstalled else {
      return Finding(subject, "does not contain Keyward", advice: BootImage.isMissing)
    }
    guard let lacks = BootImage.lacks else {
      return Finding(subject, "could not be read", advice: "only root can read it; use sudo")
    }
    return Finding(
      subject,
      lacks.isEmpty
        ? "contains all files that Keyward needs" : "lacks \(lacks.joined(separator: ", "))",
      advice: lacks.isEmpty ? nil : "`sudo keyward setup --boot --apply` creates a new initramfs")
  }

  private static func disks(_ root: String) -> Finding {
    let subject = "encrypted disks"
    guard BootImage.hasKeyscripts else {
      return Finding(subject, "are unlocked through systemd's password agents", kind: .information)
    }
    let names = SetupFile.text(of: root + "/etc/crypttab").split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    .compactMap { line -> Substring? in
      let words = line.split(whereSeparator: \.isWhitespace)
      let options = words.count > 3 ? words[3].split(separator: ",") : []
      return options.contains("keyscript=keyward") ? words[0] : nil
    }
    return names.isEmpty
      ? Finding(
        subject, "are unlocked through other programs",
        advice: "run `sudo keyward setup --boot --apply`")
      : Finding(subject, "\(names.joined(separator: ", ")) unlocked through Keyward", isList: true)
  }

  private static func settings(_ root: String) -> [Finding] {
    let boot = BootSettings(root: root)
    let layout = boot.settings?.keyboard.layout ?? "that of the console"
    guard let settings = boot.settings else {
      let state = "\(layout), since there is no \(root + SetupFile.bootPath)"
      let kind = boot.complaints.isEmpty ? Kind.information : .action
      return [
        Finding("layout at boot", state, advice: advice(boot.complaints), kind: kind),
        font(nil, root).0,
      ]
    }
    let (font, map) = font(settings.consoleFont, root)
    return [Finding("layout at boot", layout, advice: advice(boot.complaints)), font]
      + (settings.look.language.map { [language($0, map)] } ?? [])
  }

  private static func font(_ path: String?, _ root: String) -> (Finding, FontMap?) {
    let subject = "font at boot"
    guard let path else {
      let words = "that of the console, or a font of console-setup for other scripts"
      return (Finding(subject, words, kind: .information), nil)
    }
    do throws(ConsoleFont.Fault) {
      let font = try ConsoleFont(file: path.hasPrefix(root) ? path : root + path)
      return (
        Finding(subject, "\(path), \(font.width) by \(font.height) pixels"),
        FontMap(font.characters)
      )
    } catch {
      return (Finding(subject, path, advice: error.description), nil)
    }
  }

  private static func language(_ language: Language, _ font: FontMap?) -> Finding {
    let isShown = font.map(language.isDrawn) ?? language.fitsConsoles
    return Finding(
      "language at boot", language.rawValue,
      advice: isShown
        ? nil
        : "on a console, prompts are in English, since its font lacks characters of the "
          + "prompts' language",
      kind: isShown ? .fine : .information)
  }

  private static func devices(_ root: String) -> Finding {
    let names = entryNames(in: root + "/sys/class/input").filter { $0.hasPrefix("event") }
      .compactMap { try? SmallFile("\(root)/sys/class/input/\($0)/device/name", atMost: 256).bytes }
      .map { $0.text.trimmed }
    return Finding(
      "input devices", names.isEmpty ? "none" : names.joined(separator: ", "),
      advice: pluggedInAdvice, kind: .information, isList: true)
  }

  /// The advice about input devices that are plugged in while a prompt is open.
  ///
  /// Nil if the kernel has Landlock, because such devices can then be used.
  static var pluggedInAdvice: String? {
    Sandbox.Layer.files.isAvailable
      ? nil : "without Landlock, input devices plugged in while a prompt is open are ignored"
  }
}
