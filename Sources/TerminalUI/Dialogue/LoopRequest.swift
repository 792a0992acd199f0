/// What a screen loop must do that the model it runs cannot.
package enum LoopRequest: Hashable {
  case redraw
  case suspend
}
