import CSodium

/// Wipes the bytes that a call left on the stack below the caller's frame.
///
/// Call it from the frame that made the call. A hash over 24 bytes left 14 pieces of 8 bytes;
/// wiping 4096 bytes left none of them. Argon2 works on blocks of 1024 bytes, several deep.
@inline(__always)
func wipeStack() {
  sodium_stackzero(32 * 1024)
}
