/// The terminal a dialogue is to appear on, as the client named it.
public struct TerminalChoice: Hashable, Sendable {
  /// The path of the device; nil where the client named none.
  public var name: String?
  /// The value of `TERM`; nil where the client gave none.
  public var type: String?
  /// The locale of characters, which tells whether UTF-8 is understood.
  public var characterLocale: String?
  /// The locale of messages.
  public var messageLocale: String?

  /// A choice; all parts may be missing.
  public init(
    name: String? = nil, type: String? = nil, characterLocale: String? = nil,
    messageLocale: String? = nil
  ) {
    self.name = name
    self.type = type
    self.characterLocale = characterLocale
    self.messageLocale = messageLocale
  }
}

/// When a dialogue ends by itself.
public enum DialogueTimeout: Hashable, Sendable {
  /// Nothing was said: 60 seconds after the last key.
  case usual
  /// Never.
  case never
  /// So many seconds after the first frame, with or without keys; more than 0.
  case seconds(Double)
  /// At a time of the system's monotonic clock, in seconds, however long another dialogue had the
  /// terminal before.
  case at(Double)

  /// How long nobody may type where the client said nothing, in seconds.
  static let usualIdleTime = 60.0

  /// `n` seconds, where 0 and less mean never.
  public init(seconds: Int) {
    self = seconds > 0 ? .seconds(Double(seconds)) : .never
  }
}

/// What every dialogue shows.
///
/// All texts come from the client and are not sanitised yet.
public struct DialogueHeader: Hashable, Sendable {
  /// Where it appears.
  public var terminal = TerminalChoice()
  /// The title; empty for none.
  public var title: [UInt8] = []
  /// What is going on, in one or more lines; empty for none.
  public var description: [UInt8] = []
  /// What went wrong the last time; empty for nothing.
  public var error: [UInt8] = []
  /// When it ends by itself.
  public var timeout = DialogueTimeout.usual
  /// Who asks, to be shown and watched; nil where nobody is known.
  public var caller: CallerClaim?
  /// What is said of who asks where the claim does not hold; empty for nothing.
  public var unverifiedCaller: [UInt8] = []
  /// Where the question lies, said behind who asks, such as a folder; empty for nothing.
  public var origin: [UInt8] = []
  /// Whether the bell rings once when it appears.
  public var rings = false
  /// What is said while Caps Lock is on; empty for our own words.
  public var capsLockHint: [UInt8] = []
  /// Descriptors that end the dialogue when they become readable, beside those of the caller.
  public var endings: [Int32] = []

  /// A header without texts.
  public init() {}
}

/// A dialogue that asks for a passphrase.
public struct PassphraseRequest: Hashable, Sendable {
  /// A second field for the same passphrase.
  public struct Repetition: Hashable, Sendable {
    /// The label of the second field.
    public var label: [UInt8]
    /// What is said where the two differ.
    public var error: [UInt8]
    /// What is said where they match.
    public var success: [UInt8]
  }

  /// A bar for the quality, which the client tells.
  public struct QualityBar: Hashable, Sendable {
    /// The label of the bar.
    public var label: [UInt8]
    /// More about it; empty for nothing.
    public var tip: [UInt8]
  }

  /// An offer to have a passphrase made.
  public struct Generator: Hashable, Sendable {
    /// The label of the offer.
    public var label: [UInt8]
    /// More about it; empty for nothing.
    public var tip: [UInt8]
  }

  /// Rules the client checks before it takes a passphrase.
  public struct Constraints: Hashable, Sendable {
    /// The rules in a few words; empty for nothing.
    public var shortHint: [UInt8] = []
    /// The rules at length; empty for nothing.
    public var longHint: [UInt8] = []
    /// The heading above a reason for refusing; empty for none.
    public var errorTitle: [UInt8] = []

    /// Rules without texts.
    public init() {}
  }

  /// What every dialogue shows.
  public var header = DialogueHeader()
  /// The label of the field; never empty.
  public var prompt: [UInt8] = []
  /// Whether what is typed may be seen, such as a user's name.
  public var isVisible = false
  /// The label of the button that submits, `_` before the accelerator; empty for our own word.
  public var okLabel: [UInt8] = []
  /// The label of the button that cancels; empty for our own word.
  public var cancelLabel: [UInt8] = []
  /// The second field; nil for none.
  public var repetition: Repetition?
  /// The quality bar; nil for none.
  public var qualityBar: QualityBar?
  /// The generator; nil for none.
  public var generator: Generator?
  /// The rules to check at Enter; nil for none.
  public var constraints: Constraints?
  /// Whether a shown passphrase is grouped by fives, with a hint that the blanks do not count.
  public var isFormatted = false
  /// The hint about the blanks; empty for our own words.
  public var formattedHint: [UInt8] = []
  /// Whether nothing is shown for what is typed, whatever the settings say.
  public var hidesLength = false

  /// A request without texts.
  public init() {}

  /// The most bytes the passphrase may have: the agent takes one data line of 255 bytes.
  public static let longestPassphrase = 255
}

/// A dialogue that asks for a decision, or only tells something.
public struct ConfirmationRequest: Hashable, Sendable {
  /// What every dialogue shows.
  public var header = DialogueHeader()
  /// The label of the button that agrees; empty for our own word.
  public var okLabel: [UInt8] = []
  /// The label of the button that disagrees, empty for our own word; nil where there is no such button.
  public var notOKLabel: [UInt8]?
  /// The label of the button that cancels; empty for our own word.
  public var cancelLabel: [UInt8] = []
  /// Whether the first button is the only one.
  public var hasOneButton = false
  /// Whether there is nothing to decide, and only a cancel key or a signal ends it.
  public var isNotice = false

  /// A request without texts.
  public init() {}
}
