/// Secrets no program has in its memory by itself.
public enum TypedSecret {
  /// `length` ASCII characters.
  public static func ascii(_ length: Int) -> String {
    text(length, of: Array("q7#Vd2uLx9!Mz4@Kw8$Rt5%YbN3&hJ6^pG"))
  }

  /// `length` characters of two, three and four bytes.
  public static func multiByte(_ length: Int) -> String {
    text(length, of: Array("ñßđ€ð漢Ŋ字🙂éþжλ한ü"))
  }

  /// Characters in an order without repetition, from a small generator with a fixed seed.
  private static func text(_ length: Int, of characters: [Character]) -> String {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    var result = ""
    for _ in 0..<length {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      result.append(characters[Int(state >> 33) % characters.count])
    }
    return result
  }
}
