import Testing

@testable import PromptUI

@Suite struct PromptRendererSketchTests {
  @Test func portraitSketch() throws {
    let content = try SketchContent.content(columns: 45, rows: 40)
    let composed = content.rendered(columns: 45, rows: 40)
    #expect(
      composed.buffer.lines
        == Self.portrait.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test func landscapeSketch() throws {
    let content = try SketchContent.content(columns: 80, rows: 24)
    let composed = content.rendered(columns: 80, rows: 24)
    #expect(
      composed.buffer.lines
        == Self.landscape.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private static let portrait = """





      asked by gpg, pid 940

      Unlock the OpenPGP secret key

      "Nightly build <build@example.org>"
      255-bit EdDSA key, made 2026-11-21

      ✗ Bad passphrase (try 2 of 3)

      ╭─ Passphrase ──────────────────────────╮
      │ ••••••••••••▏                      12 │
      ╰───────────────────────────────────────╯

      ╭─────╮ ╭─────╮                  ╭──────╮
      │ #+= │ │ 123 │                  │ Done │
      ╰─────╯ ╰─────╯                  ╰──────╯
      ╭───┬───┬───┬───┬───┬───┬───┬───┬───┬───╮
      │ q │ w │ e │ r │ t │ y │ u │ i │ o │ p │
      ╰───┴───┴───┴───┴───┴───┴───┴───┴───┴───╯
        ╭───┬───┬───┬───┬───┬───┬───┬───┬───╮
        │ a │ s │ d │ f │ g │ h │ j │ k │ l │
        ╰───┴───┴───┴───┴───┴───┴───┴───┴───╯
      ╭─────┬───┬───┬───┬───┬───┬───┬───┬─────╮
      │  ⇧  │ z │ x │ c │ v │ b │ n │ m │  ⌫  │
      ╰─────┴───┴───┴───┴───┴───┴───┴───┴─────╯
      ╭───────┬───────────────────────┬───────╮
      │ .?123 │         space         │   ⏎   │
      ╰───────┴───────────────────────┴───────╯
      Enter submit   Esc cancel   Tab keyboard






    """

  private static let landscape = """

             asked by gpg, pid 940

             Unlock the OpenPGP secret key
             "Nightly build <build@example.org>"
             255-bit EdDSA key, made 2026-11-21

             ✗ Bad passphrase (try 2 of 3)
             ╭─ Passphrase ──────────────────────────────────────────────╮
             │ ••••••••••••▏                                          12 │
             ╰───────────────────────────────────────────────────────────╯
             ╭─────╮ ╭─────╮                                      ╭──────╮
             │ #+= │ │ 123 │                                      │ Done │
             ╰─────╯ ╰─────╯                                      ╰──────╯
             ╭─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────╮
             │  q  │  w  │  e  │  r  │  t  │  y  │  u  │  i  │  o  │  p  │
             ╰──┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬──╯
                │  a  │  s  │  d  │  f  │  g  │  h  │  j  │  k  │  l  │
             ╭──┴─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┴──╮
             │ shift  │  z  │  x  │  c  │  v  │  b  │  n  │  m  │ delete │
             ├───────────┬───────────────────────────────────┬───────────┤
             │   .?123   │               space               │   return  │
             ╰───────────┴───────────────────────────────────┴───────────╯
                        Enter submit   Esc cancel   Tab keyboard
    """
}
