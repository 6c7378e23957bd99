/// The way to make an answer from the outputs of the calls of a phrase.
public enum Wording: Sendable, Hashable {
    /// The outputs unchanged, one after another.
    case relay
    /// A sentence that names the output with the highest or lowest quantity, then the outputs.
    case comparison(Comparison)
    /// This text, and no call: the tool cannot do what the phrase asks for.
    case refusal(String)
}

/// The comparison of the quantities in several outputs, worded in one language.
///
/// The quantity is the first number in each output that precedes ``unit``.
public struct Comparison: Sendable, Hashable {
    /// The unit, as the tool writes it.
    public var unit: String

    /// The units that the tool writes instead for callers of other regions; all outputs use the same one.
    public var otherUnits: [String]

    /// The requested end of the scale.
    public var pick: Pick

    /// The adjective for one of two: "hotter", 「暑い」.
    public var comparative: String

    /// The adjective for one of many: "the hottest", 「いちばん暑い」.
    public var superlative: String

    /// The word before a name in English: "15 °C *in* Oslo".
    public var preposition: String

    /// Declares a comparison.
    public init(
        unit: String,
        otherUnits: [String] = [],
        pick: Pick,
        comparative: String,
        superlative: String,
        preposition: String = "in"
    ) {
        self.unit = unit
        self.otherUnits = otherUnits
        self.pick = pick
        self.comparative = comparative
        self.superlative = superlative
        self.preposition = preposition
    }

    /// The end of a scale.
    public enum Pick: Sendable, Hashable {
        /// The highest quantity.
        case highest
        /// The lowest quantity.
        case lowest
    }
}
