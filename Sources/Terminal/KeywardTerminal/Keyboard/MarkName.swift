/// The short name of a combining mark that the terminal cannot draw.
///
/// A name has one or two letters, so that it fits every cap whole: a part of a name could be
/// another word.
enum MarkName {
  /// The name of a mark; nil if none is known.
  ///
  /// It is the mark's name in Unicode without the script and the words that most marks have, or an
  /// abbreviation: `ii` for THAI CHARACTER SARA II, `vm` for DEVANAGARI SIGN VIRAMA.
  static func of(_ mark: Unicode.Scalar) -> String? {
    let name = (mark.properties.name ?? "").lowercased().split(separator: " ").dropFirst()
      .filter { !commonWords.contains($0) }.joined(separator: " ")
    return (1...2).contains(name.utf8.count) ? name : abbreviations[name]
  }

  private static let commonWords: Set<Substring> = [
    "accent", "character", "consonant", "letter", "mai", "mark", "medial", "point", "sara", "sign",
    "tone", "vowel",
  ]

  /// The marks of all shipped keyboards; those of one script have different abbreviations.
  private static let abbreviations: [String: String] = [
    // Latin.
    "hook above": "hk", "vertical line above": "va", "double grave": "dg", "inverted breve": "ib",
    "comma above": "ca", "reversed comma above": "rc", "comma above right": "cr", "horn": "hn",
    "dot below": "db", "diaeresis below": "di", "ring below": "rb", "comma below": "cb",
    "vertical line below": "vb", "circumflex below": "^b", "breve below": "bb", "tilde below": "~b",
    "macron below": "mb", "low line": "lw", "short stroke overlay": "st",
    "long stroke overlay": "ls", "long solidus overlay": "so", "greek ypogegrammeni": "yp",
    "katakana-hiragana voiced sound": "vd", "katakana-hiragana semi-voiced sound": "sd",
    // Hebrew.
    "ole": "ol", "sheva": "sv", "hataf segol": "hs", "hataf patah": "hp", "hataf qamats": "hq",
    "hiriq": "hi", "tsere": "ts", "segol": "sg", "patah": "pt", "qamats": "qm", "holam": "hl",
    "qubuts": "qb", "dagesh or mapiq": "dg", "meteg": "mt", "rafe": "rf", "shin dot": "sh",
    "sin dot": "si",
    // Arabic.
    "fathatan": "fn", "dammatan": "dn", "kasratan": "kn", "fatha": "fa", "damma": "da",
    "kasra": "ka", "shadda": "sh", "sukun": "su", "maddah above": "md", "hamza above": "ha",
    "hamza below": "hb", "subscript alef": "sa", "superscript alef": "al",
    // India.
    "candrabindu": "cb", "anusvara": "an", "visarga": "vs", "nukta": "nk", "vocalic r": "vr",
    "vocalic rr": "rr", "vocalic l": "vl", "vocalic ll": "ll", "candra e": "ce", "short e": "se",
    "candra o": "co", "short o": "so", "virama": "vm", "stress udatta": "ud",
    "stress anudatta": "ad", "grave": "gr", "acute": "ac", "adak bindi": "ab", "bindi": "bi",
    "tippi": "tp", "addak": "dk",
    // Sinhala.
    "anusvaraya": "an", "visargaya": "vs", "al-lakuna": "al", "aela-pilla": "aa",
    "ketti aeda-pilla": "ae", "diga aeda-pilla": "AE", "ketti is-pilla": "i", "diga is-pilla": "ii",
    "ketti paa-pilla": "u", "diga paa-pilla": "uu", "gaetta-pilla": "vr", "diga gaetta-pilla": "rr",
    "kombuva": "e", "diga kombuva": "ee", "kombu deka": "ai", "kombuva haa aela-pilla": "o",
    "kombuva haa diga aela-pilla": "oo", "kombuva haa gayanukitta": "au", "gayanukitta": "vl",
    "diga gayanukitta": "ll",
    // Thai and Lao.
    "han-akat": "ha", "uee": "UE", "phinthu": "ph", "maitaikhu": "tk", "tho": "th", "tri": "tr",
    "chattawa": "ct", "thanthakhat": "tt", "nikhahit": "nh", "kan": "kn", "kon": "ko",
    "semivowel lo": "lo", "catawa": "ct", "cancellation": "cl", "niggahita": "ng",
    // Burmese.
    "tall aa": "AA", "asat": "at",
    // Khmer.
    "nikahit": "nh", "reahmuk": "rh", "yuukaleapintu": "yu", "muusikatoan": "mu", "triisap": "tr",
    "bantoc": "bt", "robat": "rb", "toandakhiat": "td", "kakabat": "kb", "ahsda": "ah",
    "samyok sannya": "sy", "viriam": "vi", "coeng": "cg", "atthacan": "ac",
  ]
}
