/// The known metrics profiles, in the order of their file.
package struct MetricsCatalog: Hashable, Sendable {
  /// The profiles, the default first.
  package var profiles: [MetricsProfile]

  /// A catalog of these profiles.
  package init(profiles: [MetricsProfile]) {
    self.profiles = profiles
  }

  /// Returns the profile of a name.
  ///
  /// - Throws: `UnknownName`, which lists the known names.
  package func profile(named name: String) throws(UnknownName) -> MetricsProfile {
    if let found = profiles.first(where: { $0.name == name }) { return found }
    throw UnknownName(what: "metrics profile", name: name, known: profiles.map(\.name))
  }
}
