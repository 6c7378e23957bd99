public import FoundationEssentials
import StreamingJSON

extension Int: Generable {
    /// A JSON number without fraction.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "integer"]) }

    /// Reads a JSON number without fraction; `3.0` counts as one.
    ///
    /// - Throws: ``GeneratedContent/ParsingError``, also for a number that does not fit 64 bits.
    public init(_ content: GeneratedContent) throws { self = try content.integer() }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .integer(self)) }

    /// The value as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The value as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension Double: Generable {
    /// A JSON number.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "number"]) }

    /// Reads a JSON number.
    public init(_ content: GeneratedContent) throws { self = try content.require(\.doubleValue, "number") }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .number(self)) }

    /// The value as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The value as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension Float: Generable {
    /// A JSON number.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "number"]) }

    /// Reads a JSON number, rounded to the nearest float.
    ///
    /// - Throws: ``GeneratedContent/ParsingError``, also for a number outside the range of floats.
    public init(_ content: GeneratedContent) throws {
        let value = Float(try content.require(\.doubleValue, "number"))
        guard value.isFinite else { throw content.mismatch("a number of 32 bits") }
        self = value
    }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .number(exactly: self)) }

    /// The value as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The value as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension Decimal: Generable {
    /// A JSON number.
    public static var generationSchema: GenerationSchema { GenerationSchema(jsonSchema: ["type": "number"]) }

    /// Reads a JSON number: an integer of 64 bits exactly, any other number with the precision of a double.
    public init(_ content: GeneratedContent) throws {
        _ = try content.require(\.doubleValue, "number")
        guard let value = Decimal(string: content.jsonString) else { throw content.mismatch("a decimal number") }
        self = value
    }

    /// The value as content; with the precision of a double if it is no integer.
    public var generatedContent: GeneratedContent { GeneratedContent(jsonValue: .number(nearest: self)) }

    /// The value as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The value as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension GeneratedContent {
    fileprivate func integer() throws -> Int {
        // An integer beyond 64 bits has become the nearest double, and the double next to the smallest integer equals
        // that integer.
        if case .number(let value) = jsonValue, abs(value) >= 0x1p63 { throw mismatch("an integer of 64 bits") }
        return try require(\.intValue, "integer")
    }
}

extension JSONValue {
    /// Returns a float as the number with its decimal digits: 0.1, not the double nearest to the float.
    static func number(exactly value: Float) -> JSONValue { .number(Double(value.description) ?? Double(value)) }

    /// Returns a decimal number as an integer if it fits 64 bits, otherwise as the nearest double.
    static func number(nearest value: Decimal) -> JSONValue {
        if let integer = Int(value.description) { return .integer(integer) }
        return .number(Double(value.description) ?? .nan)
    }
}
