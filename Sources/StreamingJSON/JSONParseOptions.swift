/// The limits of a parser, and how it settles what RFC 8259 leaves open.
public struct JSONParseOptions: Sendable, Hashable {
    /// What to do with a second member of one name in an object; RFC 8259 §4 leaves it open.
    public enum RepeatedNames: Sendable, Hashable {
        /// The later value takes the place of the earlier one.
        case keepLast
        /// The later value is read and dropped.
        case keepFirst
        /// The text is refused at the later name.
        case refuse
    }

    /// What to do with an integer beyond 64 bits; RFC 8259 §6 leaves it open.
    public enum WideIntegers: Sendable, Hashable {
        /// It becomes ``JSONValue/number(_:)`` with the nearest double, as a number with a fraction does.
        case nearestDouble
        /// It becomes ``JSONValue/string(_:)`` with its digits as they were written, so that none is lost.
        case digits
        /// The text is refused at the number.
        case refuse
    }

    /// How deep arrays and objects may nest; 256 unless set.
    ///
    /// What counts is a number from 0, which allows no array or object at all, to ``greatestDepth``; anything outside is taken
    /// as the nearer of the two.
    public var maximumDepth: Int

    /// How long the text may be; 64 MiB unless set.
    public var maximumByteCount: Int

    /// What to do with a second member of one name; ``RepeatedNames/keepLast`` unless set.
    public var repeatedNames: RepeatedNames

    /// What to do with an integer beyond 64 bits; ``WideIntegers/nearestDouble`` unless set.
    public var wideIntegers: WideIntegers

    /// The deepest nesting that can be asked for.
    ///
    /// The parsers themselves need no stack for nesting, but releasing, comparing and writing a value do.
    public static let greatestDepth = 1024

    /// Makes options; what is left out has its usual value.
    public init(
        maximumDepth: Int = 256,
        maximumByteCount: Int = 64 << 20,
        repeatedNames: RepeatedNames = .keepLast,
        wideIntegers: WideIntegers = .nearestDouble
    ) {
        self.maximumDepth = maximumDepth
        self.maximumByteCount = maximumByteCount
        self.repeatedNames = repeatedNames
        self.wideIntegers = wideIntegers
    }

    /// The depth that counts.
    var depthLimit: Int { min(max(0, maximumDepth), Self.greatestDepth) }
}
