/// A format of another program for keyboards of a touch screen.
package enum TouchFormat: String, CaseIterable, Sendable {
  case squeekboard, gnome, cldr, futo
}
