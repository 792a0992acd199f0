import KeyboardLayout
import KeywardKeyboardFiles

/// The metrics profiles and devices of `Layouts/*.yaml` as Swift, whose compiler checks them.
package enum ShippedMetrics {
  package static let path = "Sources/Keyboard/KeyboardLayout/Metrics/Shipped.swift"

  package static func source() throws -> String {
    """
    // swift-format-ignore-file
    // By `make records`, from `Layouts/metrics.yaml` and `Layouts/devices.yaml`; a test compares them.
    // Nothing is edited here.

    extension MetricsProfile {
      /// The shipped profiles in the order of their file, the default first.
      package static let shipped: [MetricsProfile] = [
    \(try profiles())
      ]
    }

    extension Device {
      /// The known devices in the order of their file; the first one wins a tie.
      package static let shipped: [Device] = [
    \(try devices())
      ]
    }

    """
  }

  private static func profiles() throws -> String {
    var values: [String: [String: String]] = [:]
    return try fields(of: KeyboardFiles.metrics, "metrics.yaml").map { profile in
      var all: [String: String] = [:]
      flatten(profile.value, "", into: &all)
      if let parent = all["inherits"] { all.merge(values[parent] ?? [:]) { own, _ in own } }
      values[profile.name] = all
      let grids = ["phone", "pad"].flatMap { idiom in
        ["portrait", "landscape"].map { orientation in
          let name = idiom + orientation.prefix(1).uppercased() + orientation.dropFirst()
          return "\n      \(name): \(grid("\(idiom).\(orientation).", all))"
        }
      }
      return """
            MetricsProfile(
              name: "\(profile.name)", toolbar: \(all["toolbar"] ?? ""), \
        arithmetic: .\(all["arithmetic"] ?? ""),
              firstUse: \(all["firstUse"].map { "." + $0 } ?? "nil"), heights: .\(all["heights"] ?? ""),\
        \(grids.joined(separator: ",")))
        """
    }.joined(separator: ",\n") + ","
  }

  private static func grid(_ place: String, _ all: [String: String]) -> String {
    let ratio = (all[place + "ratio"] ?? "").replacing("/", with: ", ")
    let limits = ["minHeight", "maxHeight"].compactMap { name in
      all[place + name].map { ", \(name): \($0)" }
    }
    return "GridMetrics(gap: \(all[place + "gap"] ?? ""), line: \(all[place + "line"] ?? ""), "
      + "ratio: Ratio(\(ratio))\(limits.joined()))"
  }

  private static func devices() throws -> String {
    try fields(of: KeyboardFiles.devices, "devices.yaml").map { device in
      var all: [String: String] = [:]
      flatten(device.value, "", into: &all)
      let pairs = ["screen", "portrait", "landscape", "apple"].map { name in
        "(\((all[name] ?? "").replacing("x", with: ", ").replacing("/", with: ", ")))"
      }
      return "    Device(\"\(device.name)\", \(pairs.joined(separator: ", "))),"
    }.joined(separator: "\n")
  }

  /// The fields of the only field of a file.
  private static func fields(
    of bytes: [UInt8], _ name: String
  ) throws -> [YAMLField] {
    let file = YAMLFile(bytes, name: name)
    if let errors = file.errors { throw errors }
    return file.root?.fields?.first?.value.fields ?? []
  }

  /// Notes the texts of a value by their paths: `phone.portrait.gap`.
  private static func flatten(
    _ value: YAMLNode, _ path: String, into all: inout [String: String]
  ) {
    for field in value.fields ?? [] {
      if let text = field.value.text { all[path + field.name] = text }
      flatten(field.value, path + field.name + ".", into: &all)
    }
  }
}
