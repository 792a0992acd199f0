/// A format in which another program has the keyboards of a touch screen.
package enum TouchFormat: String, CaseIterable, Sendable {
  case squeekboard, gnome, cldr, futo
}
