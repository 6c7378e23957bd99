/// How an answer is made from the outputs of the calls that a phrase led to.
public enum Wording: Sendable, Hashable {
    /// The outputs as they are, one after the other.
    case relay
    /// A sentence that says which of the outputs has the highest or lowest quantity, then the outputs.
    case comparison(Comparison)
}

/// How the quantities in several outputs are compared, in the words of one language.
///
/// The quantity is the first number in each output that stands before ``unit``.
public struct Comparison: Sendable, Hashable {
    /// The unit, as the tool writes it.
    public var unit: String

    /// The units that the tool writes in its place for callers of other regions; all outputs are in one.
    public var otherUnits: [String]

    /// Which end is asked for.
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

    /// The end of the scale that is asked for.
    public enum Pick: Sendable, Hashable {
        /// The highest quantity.
        case highest
        /// The lowest quantity.
        case lowest
    }
}
