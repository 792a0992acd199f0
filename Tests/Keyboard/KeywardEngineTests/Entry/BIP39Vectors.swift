/// The English test vectors of BIP39, as Trezor's reference implementation publishes them.
enum BIP39Vectors {
  static let english: [(entropy: [UInt8], phrase: String)] = lines.map { line in
    let (hex, phrase) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst())
    let digits = hex.compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
    return (bytes, String(phrase))
  }

  private static let lines = """
    00000000000000000000000000000000 abandon abandon abandon abandon abandon abandon abandon \
    abandon abandon abandon abandon about
    7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f legal winner thank year wave sausage worth useful legal \
    winner thank yellow
    80808080808080808080808080808080 letter advice cage absurd amount doctor acoustic avoid letter \
    advice cage above
    ffffffffffffffffffffffffffffffff zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong
    000000000000000000000000000000000000000000000000 abandon abandon abandon abandon abandon \
    abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon \
    abandon agent
    7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f legal winner thank year wave sausage worth \
    useful legal winner thank year wave sausage worth useful legal will
    808080808080808080808080808080808080808080808080 letter advice cage absurd amount doctor \
    acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter always
    ffffffffffffffffffffffffffffffffffffffffffffffff zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo \
    zoo zoo zoo zoo zoo zoo when
    0000000000000000000000000000000000000000000000000000000000000000 abandon abandon abandon \
    abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon \
    abandon abandon abandon abandon abandon abandon abandon abandon abandon art
    7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f legal winner thank year wave \
    sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year \
    wave sausage worth title
    8080808080808080808080808080808080808080808080808080808080808080 letter advice cage absurd \
    amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter \
    advice cage absurd amount doctor acoustic bless
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff zoo zoo zoo zoo zoo zoo zoo \
    zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo vote
    7dce4ed2284c9134d026608ab684c05c lava include region explain simple omit dog slot melt reflect \
    copy reward
    0ce452419635c1a5faf44d60f2029f73fdc43419b4de1f03 artefact card motor cluster foster spray type \
    meadow genius mosquito pond tree sword borrow grocery orange business burger
    00ac97c48106f0aeb8ba061e0250a559b3251dc35854e694780ba51d53a50120 absent gorilla van acoustic \
    humor firm title dolphin bulk barely citizen recall crane moment aspect appear track phrase \
    actual enforce steel spoon afraid benefit
    5baf069620eff15c71dd97c9a6ee328f forum join pitch dove yellow purchase shuffle real situate \
    danger million bunker
    977f8287f9ed670b8489838ab0476a63b65d4df12f406e68 number winter peanut video stool magic banana \
    corn melt lion surround shuffle grape plunge seven trend hover dwarf
    3edc83b60740d77af3afa2fcb82c2f1bc541ee4e2518ddef4996d32453f54a3c disagree tomato unique attend \
    aspect runway solid violin witness scrap armed daring favorite warm decade perfect target kid \
    grant play early wide cigar night
    63deb1e7f0c3de56f4ab43c9d2ae6c86 glow void ketchup thunder digital clock sport half six nice \
    open artefact
    e77c6500b49072aefdf0a8aa787cf557d1920e94103e0597 trash tobacco dizzy hard already first water \
    bench price sentence diary quick bomb also expect amazing airport royal
    89bb4bc5555992cdaf3444c5e7ca5a6e9f27efab894f1990bae41be8b2a26ea4 meadow surge vanish primary \
    odor grocery rubber mass shine dinner notable tag venue water purchase clarify book magic \
    ribbon daughter menu eye ritual orchard
    00641669f095b433a304ed0f953f28eb about camera omit thrive forget border metal oval auto \
    prepare sketch stomach
    b8b0ff94389d3ec591c7d2fb72d8d3666e4e52b8cdf5471d reward margin topic illness stadium glare \
    either where window nothing crumble smoke top citizen tobacco salt either truth
    911fec0fbd88029f6fa99164896c18d898c9232af18bdcca3e42d53b86493104 much youth advance kitchen \
    lens exile salt cram goose enter alert raise milk muscle profit cousin system faint mouse \
    price reveal cause series long
    """.split(separator: "\n").map(String.init)
}
