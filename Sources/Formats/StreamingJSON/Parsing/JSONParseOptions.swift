/// The limits of a parser, and its choices where RFC 8259 leaves a decision open.
public struct JSONParseOptions: Sendable, Hashable {
    /// The treatment of a second member of one name in an object, which RFC 8259 §4 leaves open.
    public enum RepeatedNames: Sendable, Hashable {
        /// The later value replaces the earlier one.
        case keepLast
        /// The later value is read and dropped.
        case keepFirst
        /// The text is refused at the later name.
        case refuse
    }

    /// The treatment of an integer beyond 64 bits, which RFC 8259 §6 leaves open.
    public enum WideIntegers: Sendable, Hashable {
        /// It becomes ``JSONValue/number(_:)`` with the nearest double, like a number with a fraction.
        case nearestDouble
        /// It becomes ``JSONValue/string(_:)`` with its digits as written, so that none is lost.
        case digits
        /// The text is refused at the number.
        case refuse
    }

    /// The treatment of half a surrogate pair in a string, as `"\ud83d"`, which RFC 8259 §8.2 leaves open.
    ///
    /// Such halves are what is left of a character beyond 16 bits, such as an emoji, in a text that a program has cut.
    public enum LoneSurrogates: Sendable, Hashable {
        /// The text is refused at the half.
        case refuse
        /// The half becomes U+FFFD, the replacement character.
        case replace
    }

    /// The maximum nesting of arrays and objects; 256 by default.
    ///
    /// The effective limit is between 0, which allows no array or object at all, and ``greatestDepth``; a number
    /// outside that range means the nearer of the two.
    public var maximumDepth: Int

    /// The maximum length of the text in bytes; 64 MiB by default.
    public var maximumByteCount: Int

    /// The treatment of a second member of one name; ``RepeatedNames/keepLast`` by default.
    public var repeatedNames: RepeatedNames

    /// The treatment of an integer beyond 64 bits; ``WideIntegers/nearestDouble`` by default.
    public var wideIntegers: WideIntegers

    /// The treatment of half a surrogate pair; ``LoneSurrogates/refuse`` by default.
    public var loneSurrogates: LoneSurrogates

    /// The greatest nesting that can be set.
    ///
    /// The parsers themselves need no stack for nesting, but releasing, comparing and writing a value do.
    public static let greatestDepth = 1024

    /// Makes options; those left out have their default.
    public init(
        maximumDepth: Int = 256,
        maximumByteCount: Int = 64 << 20,
        repeatedNames: RepeatedNames = .keepLast,
        wideIntegers: WideIntegers = .nearestDouble,
        loneSurrogates: LoneSurrogates = .refuse
    ) {
        self.maximumDepth = maximumDepth
        self.maximumByteCount = maximumByteCount
        self.repeatedNames = repeatedNames
        self.wideIntegers = wideIntegers
        self.loneSurrogates = loneSurrogates
    }

    /// The effective limit of nesting.
    var depthLimit: Int { min(max(0, maximumDepth), Self.greatestDepth) }
}
