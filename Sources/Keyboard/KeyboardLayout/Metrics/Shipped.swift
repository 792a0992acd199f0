// swift-format-ignore-file
// By `make records`, from `Layouts/metrics.yaml` and `Layouts/devices.yaml`; a test compares them.
// Nothing is edited here.

extension MetricsProfile {
  /// The shipped profiles in the order of their file, the default first.
  package static let shipped: [MetricsProfile] = [
    MetricsProfile(
      name: "default", toolbar: 40, arithmetic: .exact,
      firstUse: nil, heights: .formula,
      phonePortrait: GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4)),
      phoneLandscape: GridMetrics(gap: 8, line: 6, ratio: Ratio(32, 15)),
      padPortrait: GridMetrics(gap: 12, line: 9, ratio: Ratio(60, 55)),
      padLandscape: GridMetrics(gap: 16, line: 12, ratio: Ratio(85, 75))),
    MetricsProfile(
      name: "jgs", toolbar: 40, arithmetic: .float32,
      firstUse: .portrait, heights: .formula,
      phonePortrait: GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4)),
      phoneLandscape: GridMetrics(gap: 8, line: 6, ratio: Ratio(32, 15)),
      padPortrait: GridMetrics(gap: 12, line: 9, ratio: Ratio(60, 55)),
      padLandscape: GridMetrics(gap: 16, line: 12, ratio: Ratio(85, 75))),
    MetricsProfile(
      name: "jgs-landscape-first", toolbar: 40, arithmetic: .float32,
      firstUse: .landscape, heights: .formula,
      phonePortrait: GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4)),
      phoneLandscape: GridMetrics(gap: 8, line: 6, ratio: Ratio(32, 15)),
      padPortrait: GridMetrics(gap: 12, line: 9, ratio: Ratio(60, 55)),
      padLandscape: GridMetrics(gap: 16, line: 12, ratio: Ratio(85, 75))),
    MetricsProfile(
      name: "jgs-no-window", toolbar: 40, arithmetic: .float32,
      firstUse: .noWindow, heights: .formula,
      phonePortrait: GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4)),
      phoneLandscape: GridMetrics(gap: 8, line: 6, ratio: Ratio(32, 15)),
      padPortrait: GridMetrics(gap: 12, line: 9, ratio: Ratio(60, 55)),
      padLandscape: GridMetrics(gap: 16, line: 12, ratio: Ratio(85, 75))),
    MetricsProfile(
      name: "apple", toolbar: 40, arithmetic: .exact,
      firstUse: nil, heights: .device,
      phonePortrait: GridMetrics(gap: 4, line: 9, ratio: Ratio(41, 50), minHeight: 216, maxHeight: 226),
      phoneLandscape: GridMetrics(gap: 8, line: 6, ratio: Ratio(32, 15)),
      padPortrait: GridMetrics(gap: 8, line: 7, ratio: Ratio(13, 10), minHeight: 257, maxHeight: 326),
      padLandscape: GridMetrics(gap: 16, line: 12, ratio: Ratio(85, 75))),
  ]
}

extension Device {
  /// The known devices in the order of their file; the first one wins a tie.
  package static let shipped: [Device] = [
    Device("iphone-se-1", (320, 568), (20, 0), (0, 0), (216, 162)),
    Device("iphone-6s", (375, 667), (20, 0), (0, 0), (216, 162)),
    Device("iphone-7", (375, 667), (20, 0), (0, 0), (216, 162)),
    Device("iphone-8", (375, 667), (20, 0), (0, 0), (216, 162)),
    Device("iphone-se-2", (375, 667), (20, 0), (0, 0), (216, 162)),
    Device("iphone-se-3", (375, 667), (20, 0), (0, 0), (216, 162)),
    Device("iphone-7-plus", (414, 736), (20, 0), (0, 0), (226, 162)),
    Device("iphone-8-plus", (414, 736), (20, 0), (0, 0), (226, 162)),
    Device("iphone-x", (375, 812), (44, 34), (44, 21), (216, 150)),
    Device("iphone-xs", (375, 812), (44, 34), (44, 21), (216, 150)),
    Device("iphone-11-pro", (375, 812), (44, 34), (44, 21), (216, 150)),
    Device("iphone-12-mini", (375, 812), (50, 34), (50, 21), (216, 150)),
    Device("iphone-13-mini", (375, 812), (50, 34), (50, 21), (216, 150)),
    Device("iphone-xs-max", (414, 896), (44, 34), (44, 21), (226, 150)),
    Device("iphone-11-pro-max", (414, 896), (44, 34), (44, 21), (226, 150)),
    Device("iphone-12", (390, 844), (47, 34), (47, 21), (216, 160)),
    Device("iphone-12-pro", (390, 844), (47, 34), (47, 21), (216, 160)),
    Device("iphone-13", (390, 844), (47, 34), (47, 21), (216, 160)),
    Device("iphone-13-pro", (390, 844), (47, 34), (47, 21), (216, 160)),
    Device("iphone-14", (390, 844), (47, 34), (47, 21), (216, 160)),
    Device("iphone-12-pro-max", (428, 926), (47, 34), (47, 21), (226, 160)),
    Device("iphone-13-pro-max", (428, 926), (47, 34), (47, 21), (226, 160)),
    Device("iphone-14-plus", (428, 926), (47, 34), (47, 21), (226, 160)),
    Device("iphone-14-pro", (393, 852), (59, 34), (59, 21), (216, 160)),
    Device("iphone-15", (393, 852), (59, 34), (59, 21), (216, 160)),
    Device("iphone-15-pro", (393, 852), (59, 34), (59, 21), (216, 160)),
    Device("iphone-16", (393, 852), (59, 34), (59, 21), (216, 160)),
    Device("iphone-14-pro-max", (430, 932), (59, 34), (59, 21), (226, 160)),
    Device("iphone-15-plus", (430, 932), (59, 34), (59, 21), (226, 160)),
    Device("iphone-15-pro-max", (430, 932), (59, 34), (59, 21), (226, 160)),
    Device("iphone-16-plus", (430, 932), (59, 34), (59, 21), (226, 160)),
    Device("iphone-16-pro", (402, 874), (62, 34), (62, 21), (216, 160)),
    Device("iphone-16-pro-max", (440, 956), (62, 34), (62, 21), (226, 160)),
    Device("ipad-air-2", (768, 1024), (20, 0), (0, 0), (258, 343)),
    Device("ipad-5", (768, 1024), (20, 0), (0, 0), (258, 343)),
    Device("ipad-6", (768, 1024), (20, 0), (0, 0), (258, 343)),
    Device("ipad-mini-5", (768, 1024), (20, 0), (0, 0), (265, 353)),
    Device("ipad-pro-9-7", (768, 1024), (20, 0), (0, 0), (265, 353)),
    Device("ipad-7", (810, 1080), (20, 0), (0, 0), (265, 353)),
    Device("ipad-8", (810, 1080), (20, 0), (0, 0), (265, 353)),
    Device("ipad-9", (810, 1080), (20, 0), (0, 0), (265, 353)),
    Device("ipad-mini-6", (744, 1133), (24, 20), (0, 20), (260, 348)),
    Device("ipad-10", (820, 1180), (24, 20), (0, 20), (257, 342)),
    Device("ipad-air-4", (820, 1180), (24, 20), (0, 20), (257, 342)),
    Device("ipad-air-5", (820, 1180), (24, 20), (0, 20), (257, 342)),
    Device("ipad-pro-11", (834, 1194), (24, 20), (0, 20), (260, 348)),
    Device("ipad-pro-12-9", (1024, 1366), (24, 20), (0, 20), (323, 418)),
  ]
}
