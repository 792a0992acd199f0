extension MetricsProfile {
  /// The profiles of `Layouts/metrics.yaml` in the order of the file, the default first.
  ///
  /// They are read again for each use, since the memory of a static property would stay allocated
  /// in a host that unloads the library.
  package static var shipped: [MetricsProfile] {
    var profiles: [MetricsProfile] = []
    for entry in shippedEntries(of: "metrics") {
      var profile = MetricsProfile(entry.name)
      for field in entry.value.fields ?? [] {
        let text = field.value.text ?? ""
        switch field.name {
        case "inherits":
          profile = profiles.first { $0.name == text } ?? profile
          profile.name = entry.name
        case "toolbar": profile.toolbar = numbers(in: text).first ?? 0
        case "arithmetic": profile.usesFloat = text == "float32"
        case "heights": profile.usesMeasuredHeights = text == "device"
        case "firstUse": profile.firstUse = FirstUse(rawValue: text)
        case "phone":
          profile.phonePortrait.take("portrait", of: field.value)
          profile.phoneLandscape.take("landscape", of: field.value)
        case "pad":
          profile.padPortrait.take("portrait", of: field.value)
          profile.padLandscape.take("landscape", of: field.value)
        default: break
        }
      }
      profiles.append(profile)
    }
    return profiles
  }

  private init(_ name: String) {
    let unset = GridMetrics(gap: 0, line: 0, ratio: Ratio(1, 1))
    self.init(
      name: name, toolbar: 0, usesFloat: false, usesMeasuredHeights: false, phonePortrait: unset,
      phoneLandscape: unset, padPortrait: unset, padLandscape: unset)
  }
}

extension GridMetrics {
  fileprivate mutating func take(_ orientation: String, of idiom: YAMLNode) {
    let node = idiom.fields?.first { $0.name == orientation }?.value
    for field in node?.fields ?? [] {
      let values = numbers(in: field.value.text ?? "")
      guard let value = values.first else { continue }
      switch field.name {
      case "gap": gap = value
      case "line": line = value
      case "ratio": ratio = Ratio(Int(value), Int(values.last ?? 1))
      case "minHeight": minHeight = value
      case "maxHeight": maxHeight = value
      default: break
      }
    }
  }
}

extension Device {
  /// The devices of `Layouts/devices.yaml` in the order of the file; the first one wins a tie.
  ///
  /// They are read again for each use, as the profiles are.
  package static var shipped: [Device] {
    shippedEntries(of: "devices").compactMap { entry in
      func pair(_ name: String) -> (Double, Double) {
        let node = entry.value.fields?.first { $0.name == name }?.value
        let values = numbers(in: node?.text ?? "")
        return (values.first ?? 0, values.last ?? 0)
      }
      return Device(
        entry.name, pair("screen"), pair("portrait"), pair("landscape"), pair("apple"))
    }
  }
}

/// Returns the fields of the only field of a shipped file.
private func shippedEntries(of name: String) -> [YAMLField] {
  ShippedFiles.bytes(of: name).flatMap(PlainYAML.parse)?.fields?.first?.value.fields ?? []
}

/// Returns the whole numbers in a text such as `320x568` or `32/15`.
private func numbers(in text: String) -> [Double] {
  text.utf8.split { !(48...57).contains($0) }.compactMap { Double(Substring($0)) }
}
