import StreamingJSON

/// The count guides once more for an array of nothing: what the type checker settles on where `@Guide(.count(3))` stands, for an
/// attribute does not know the property's type. The macro then writes the guide where the type is known.
extension GenerationGuide where Value == [Never] {
    /// At least this many elements.
    public static func minimumCount(_ count: Int) -> Self { Self(["minItems": .integer(count)]) }

    /// At most this many elements.
    public static func maximumCount(_ count: Int) -> Self { Self(["maxItems": .integer(count)]) }

    /// Exactly this many elements.
    public static func count(_ count: Int) -> Self {
        Self(["minItems": .integer(count), "maxItems": .integer(count)])
    }

    /// As many elements as the range holds, its ends included.
    public static func count(_ range: ClosedRange<Int>) -> Self {
        Self(["minItems": .integer(range.lowerBound), "maxItems": .integer(range.upperBound)])
    }
}

extension Never: Generable {
    /// A schema that no value meets.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["not": [:]]) }

    /// Always throws.
    public init(_ content: GeneratedContent) throws {
        throw GeneratedContent.ParsingError(
            rawContent: content.jsonString,
            debugDescription: "no value is allowed here"
        )
    }

    /// Never called: there is no value.
    public var generatedContent: GeneratedContent { switch self {} }
}
