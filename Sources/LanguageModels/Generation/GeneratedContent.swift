public import StreamingJSON

/// Structured content that a model generated, or that is shown to one (Apple FoundationModels 26.0).
///
/// It holds a JSON value, exact integers and the order of properties included, and knows which of its parts are still being
/// written.
public struct GeneratedContent: Sendable {
    /// The identity of this value within a response.
    public var id: GenerationID?

    /// The content as a JSON value.
    public let jsonValue: JSONValue

    /// How many nodes, from here along each last part, are unfinished.
    private let openDepth: Int

    /// Whether nothing of this value can change any more.
    public var isComplete: Bool { openDepth == 0 }

    /// Wraps a whole JSON value.
    public init(jsonValue: JSONValue, id: GenerationID? = nil) {
        self.init(jsonValue: jsonValue, openDepth: 0, id: id)
    }

    private init(jsonValue: JSONValue, openDepth: Int, id: GenerationID?) {
        self.jsonValue = jsonValue
        self.openDepth = openDepth
        self.id = id
    }
}

// MARK: - Making

extension GeneratedContent {
    /// Makes an object of these properties, in this order.
    public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
        let members = properties.map { ($0.key, $0.value.generatedContent.jsonValue) }
        self.init(jsonValue: .object(JSONObject(members)), id: id)
    }

    /// Makes an object of these properties; `combine` settles two of one name.
    public init<S: Sequence>(
        properties: S,
        id: GenerationID? = nil,
        uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
    ) rethrows where S.Element == (String, any ConvertibleToGeneratedContent) {
        var members = JSONObject()
        for (name, value) in properties {
            let content = value.generatedContent
            members[name] =
                try members[name].map {
                    try combine(GeneratedContent(jsonValue: $0), content).generatedContent.jsonValue
                }
                ?? content.jsonValue
        }
        self.init(jsonValue: .object(members), id: id)
    }

    /// Makes an array of these elements.
    public init<S: Sequence>(elements: S, id: GenerationID? = nil)
    where S.Element == any ConvertibleToGeneratedContent {
        self.init(jsonValue: .array(elements.map { $0.generatedContent.jsonValue }), id: id)
    }

    /// Makes the content of a value.
    public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

    /// Makes the content of a value, with an identity.
    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self = value.generatedContent
        self.id = id
    }

    /// Reads JSON, also when it stops before its end: ``isComplete`` then says so for each part.
    ///
    /// - Throws: ``ParsingError`` when the text is not JSON and no continuation could make it so, or when nothing has begun.
    public init(json: String) throws {
        try self.init(json: json, id: nil)
    }

    init(json: String, id: GenerationID?) throws {
        do {
            // A whole text first: a number at the very end of one is whole, at the end of a prefix it is not.
            self.init(jsonValue: try JSONValue(parsing: json), id: id)
        } catch let whole {
            guard let prefix = try? JSONPrefix(json) else {
                throw ParsingError(rawContent: json, underlyingError: whole, debugDescription: "not JSON: \(whole)")
            }
            self.init(jsonValue: prefix.value, openDepth: prefix.openDepth, id: id)
        }
    }
}

// MARK: - Reading

extension GeneratedContent {
    /// The content as compact JSON text.
    public var jsonString: String { jsonValue.serialized() }

    /// Reads the whole as a value.
    public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(self)
    }

    /// Reads a property that must be there.
    ///
    /// - Throws: ``ParsingError`` that names the property when it is missing or has another type.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self,
        forProperty property: String
    ) throws -> Value {
        guard let content = try self.property(property) else {
            throw ParsingError(
                rawContent: jsonString,
                debugDescription: "the required property '\(property)' is missing"
            )
        }
        return try Self.naming(property) { try Value(content) }
    }

    /// Reads a property that may be missing or `null`.
    ///
    /// - Throws: ``ParsingError`` that names the property when it is there and has another type.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self,
        forProperty property: String
    ) throws -> Value? {
        guard let content = try self.property(property), !content.jsonValue.isNull else { return nil }
        return try Self.naming(property) { try Value(content) }
    }

    /// Reads a property that may still be on its way: `nil` while it is missing, `null`, or unfinished and not yet readable.
    ///
    /// - Throws: ``ParsingError`` that names the property when it is finished and has another type.
    public func partialValue<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self,
        forProperty property: String
    ) throws -> Value? {
        guard let content = try self.property(property), !content.jsonValue.isNull else { return nil }
        guard content.isComplete else { return try? Value(content) }
        return try Self.naming(property) { try Value(content) }
    }

    private func property(_ name: String) throws -> GeneratedContent? {
        guard case .object(let members) = jsonValue else { throw mismatch("object") }
        guard let value = members[name] else { return nil }
        return part(value, isLast: members.last?.key == name, at: name)
    }

    func elements() throws -> [GeneratedContent] {
        guard case .array(let elements) = jsonValue else { throw mismatch("array") }
        return elements.enumerated().map { part($1, isLast: $0 == elements.count - 1, at: $0) }
    }

    private func part(_ value: JSONValue, isLast: Bool, at place: some CustomStringConvertible) -> GeneratedContent {
        // Of an open node's parts only the last can be open, and it is open when the nesting goes deeper there.
        GeneratedContent(jsonValue: value, openDepth: isLast ? max(0, openDepth - 1) : 0, id: id?.child(place))
    }

    func require<Value>(_ read: (JSONValue) -> Value?, _ expected: String) throws -> Value {
        guard let value = read(jsonValue) else { throw mismatch(expected) }
        return value
    }

    private func mismatch(_ expected: String) -> ParsingError {
        ParsingError(
            rawContent: jsonString,
            debugDescription: "expected \(expected), found \(jsonValue.typeName)"
        )
    }

    /// Says in an error of a nested read which property it was in.
    private static func naming<Value>(_ property: String, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as ParsingError {
            throw ParsingError(
                rawContent: error.rawContent,
                underlyingError: error.underlyingError,
                debugDescription: "in '\(property)': \(error.debugDescription)"
            )
        }
    }
}

extension GeneratedContent: Equatable {
    /// Two contents are equal when their values and their states of completion are; the identity does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.jsonValue == right.jsonValue && left.openDepth == right.openDepth
    }
}

extension GeneratedContent: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonString }
}
