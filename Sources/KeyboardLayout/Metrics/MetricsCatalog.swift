/// The metrics profiles there are, in the order of their file.
package struct MetricsCatalog: Hashable, Sendable {
  /// The profiles, the default first.
  package var profiles: [MetricsProfile]

  /// A catalog of these profiles.
  package init(profiles: [MetricsProfile]) {
    self.profiles = profiles
  }

  /// The profile of that name.
  ///
  /// - Throws: `UnknownName`, which lists the names there are.
  package func profile(named name: String) throws(UnknownName) -> MetricsProfile {
    if let found = profiles.first(where: { $0.name == name }) { return found }
    throw UnknownName(what: "metrics profile", name: name, known: profiles.map(\.name))
  }
}
