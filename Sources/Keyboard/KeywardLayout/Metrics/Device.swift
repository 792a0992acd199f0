import KeywardGeometry

package struct Device: Hashable, Sendable {
  /// The id, such as `iphone-xs`; the part before the first hyphen determines the idiom.
  package var id: String
  package var idiom: Idiom
  package var portraitSize: Size
  package var portraitSafeArea: RectInsets
  package var landscapeSafeArea: RectInsets
  /// The height in portrait of Apple's keyboard on iOS 18, without the prediction bar, in points.
  package var portraitHeight: Double
  package var landscapeHeight: Double

  package func screen(_ orientation: Orientation) -> ScreenDescription {
    ScreenDescription(device: self, orientation: orientation)
  }

  var usableLandscapeWidth: Double {
    portraitSize.height - landscapeSafeArea.left - landscapeSafeArea.right
  }
}

extension Device {
  /// Creates a device; all sizes are in points.
  ///
  /// `screen` is the width and height in portrait. `portrait` has the top and bottom insets, and
  /// `landscape` the side and bottom insets. `apple` has the heights of Apple's keyboard in
  /// portrait and in landscape.
  init(
    _ id: String, _ screen: (Double, Double), _ portrait: (Double, Double),
    _ landscape: (Double, Double), _ apple: (Double, Double)
  ) {
    self.id = id
    idiom = id.hasPrefix("ipad-") ? .pad : .phone
    portraitSize = Size(width: screen.0, height: screen.1)
    portraitSafeArea = RectInsets(top: portrait.0, bottom: portrait.1)
    landscapeSafeArea = RectInsets(
      top: idiom == .pad ? portrait.0 : 0, left: landscape.0, bottom: landscape.1,
      right: landscape.0)
    (portraitHeight, landscapeHeight) = apple
  }

  package static func named(_ id: String) throws(UnknownName) -> Device {
    if let found = shipped.first(where: { $0.id == id }) { return found }
    throw UnknownName(what: "device", name: id, known: shipped.map(\.id))
  }

  /// The device whose measured landscape keyboard height is used on an unknown screen.
  ///
  /// It is the device with the greatest usable width that does not exceed `width`. If all devices
  /// are wider, it is the narrowest device. The first of several equal devices is used.
  static func nearestLandscape(width: Double, idiom: Idiom) -> Device? {
    var fitting: Device?
    var narrowest: Device?
    for device in shipped where device.idiom == idiom {
      let usable = device.usableLandscapeWidth
      if usable <= width, usable > fitting?.usableLandscapeWidth ?? -.infinity { fitting = device }
      if usable < narrowest?.usableLandscapeWidth ?? .infinity { narrowest = device }
    }
    return fitting ?? narrowest
  }
}

/// The kind of device for a keyboard.
@nonexhaustive public enum Idiom: String, CaseIterable, Hashable, Sendable {
  /// A phone, or a terminal window that is not large enough for `pad`.
  case phone
  /// A tablet, or a terminal window whose shorter side is known to have 600 pixels or more.
  case pad
}
