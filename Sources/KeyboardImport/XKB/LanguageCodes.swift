/// The tags for three-letter codes of languages, which registries of keyboards use.
enum LanguageCodes {
  /// The tag of a code: two letters if there are such, as BCP 47 demands.
  ///
  /// - `tag(of: "deu")` → `"de"`
  /// - `tag(of: "nds")` → `"nds"`
  static func tag(of code: String) -> String { tags[code] ?? code }

  private static let tags = Dictionary(
    pairs.split(whereSeparator: \.isWhitespace).map { pair in
      (String(pair.prefix(3)), String(pair.suffix(2)))
    }, uniquingKeysWith: { first, _ in first })

  /// The codes of ISO 639-2 and 639-3, each after its two-letter counterpart in ISO 639-1.
  private static let pairs = """
    aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba
    bambm baqeu belbe benbn bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh
    chucu chvcv corkw cosco crecr cymcy czecs danda deude divdv dutnl dzodz ellel engen epoeo
    estet euseu eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff geoka gerde glagd glega
    glggl glvgv greel grngn gujgu hatht hauha hbssh hebhe herhz hinhi hmoho hrvhr hunhu hyehy
    iboig iceis idoio iiiii ikuiu ileie inaia indid ipkik islis itait javjv jpnja kalkl kankn
    kasks katka kaukr kazkk khmkm kikki kinrw kirky komkv konkg korko kuakj kurku laolo latla
    lavlv limli linln litlt ltzlb lublu luglg macmk mahmh malml maomi marmr mayms mkdmk mlgmg
    mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn nobnb norno
    nyany ocioc ojioj orior ormom ossos panpa perfa plipi polpl porpt pusps quequ rohrm ronro
    rumro runrn rusru sagsg sansa sinsi slksk slosk slvsl smese smosm snasn sndsd somso sotst
    spaes sqisq srdsc srpsr sswss sunsu swasw swesv tahty tamta tattt telte tgktg tgltl thath
    tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk urdur uzbuz venve vievi volvo
    welcy wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
    """
}
