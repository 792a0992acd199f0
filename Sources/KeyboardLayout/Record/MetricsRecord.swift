import Geometry

/// The metrics profiles as the text of a record, for the same purpose as that of a keyboard.
package enum MetricsRecord {
  /// The record of the profiles.
  package static func text(of catalog: MetricsCatalog) -> String {
    var writer = RecordWriter()
    writer.write(catalog.profiles) { writer, profile in
      writer.write(profile.name)
      writer.write(profile.toolbar)
      writer.write(profile.arithmetic)
      writer.write(profile.firstUse) { $0.write($1) }
      writer.write(profile.heights)
      for idiom in Idiom.allCases {
        for orientation in Orientation.allCases {
          write(profile[idiom, orientation], to: &writer)
        }
      }
    }
    return writer.text
  }

  /// The profiles of a record; `nil` for anything but a whole one.
  package static func catalog(_ record: [UInt8]) -> MetricsCatalog? {
    var reader = RecordReader(record)
    let catalog = MetricsCatalog(profiles: reader.list(profile))
    return reader.isAtEnd ? catalog : nil
  }

  private static func profile(_ reader: inout RecordReader) -> MetricsProfile {
    let nothing = GridMetrics(gap: 0, line: 0, ratio: Ratio(1, 1))
    var profile = MetricsProfile(
      name: reader.text(), toolbar: reader.real(),
      arithmetic: reader.choice(of: MetricsProfile.Arithmetic.allCases),
      firstUse: reader.optional { $0.choice(of: MetricsProfile.FirstUse.allCases) },
      heights: reader.choice(of: MetricsProfile.Heights.allCases),
      phonePortrait: nothing, phoneLandscape: nothing, padPortrait: nothing, padLandscape: nothing)
    for idiom in Idiom.allCases {
      for orientation in Orientation.allCases { profile[idiom, orientation] = grid(&reader) }
    }
    return profile
  }

  private static func write(_ grid: GridMetrics, to writer: inout RecordWriter) {
    writer.write(grid.gap)
    writer.write(grid.line)
    writer.write(grid.ratio.numerator)
    writer.write(grid.ratio.denominator)
    for limit in [grid.minHeight, grid.maxHeight] { writer.write(limit) { $0.write($1) } }
  }

  private static func grid(_ reader: inout RecordReader) -> GridMetrics {
    GridMetrics(
      gap: reader.real(), line: reader.real(), ratio: Ratio(reader.number(), reader.number()),
      minHeight: reader.optional { $0.real() }, maxHeight: reader.optional { $0.real() })
  }
}
