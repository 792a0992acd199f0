/// An element of an XML file.
package struct XMLElement: Sendable {
  /// The name of its tag.
  package let name: String
  /// The line its tag begins in, from 1.
  package let line: Int
  /// The values of its attributes.
  package var attributes: [String: String] = [:]
  /// The child elements, in the order of the file.
  package var children: [XMLElement] = []
  /// The text directly in it, without blanks at its ends.
  package var text = ""

  /// The first child of a name.
  package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The children of a name.
  package func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// The reason and the place of a fault in an XML file.
package struct XMLFault: Error, Hashable, Sendable {
  package let line: Int
  package let sentence: String
}
