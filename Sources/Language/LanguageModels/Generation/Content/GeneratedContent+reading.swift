import StreamingJSON

extension GeneratedContent {
    /// Reads the whole content as a value.
    ///
    /// - Throws: ``ParsingError`` if it has another shape.
    public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(self)
    }

    /// Reads a required property.
    ///
    /// - Throws: ``ParsingError`` with the property's name if it is missing or has another type.
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
        return try content.read(as: .property(property))
    }

    /// Reads a property that may be missing or `null`.
    ///
    /// - Throws: ``ParsingError`` with the property's name if it is present and has another type.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self,
        forProperty property: String
    ) throws -> Value? {
        guard let content = try self.property(property), !content.isNull else { return nil }
        return try content.read(as: .property(property))
    }

    /// Reads the whole content as a value that may be incomplete; returns `nil` while it is unfinished and unreadable.
    ///
    /// - Throws: ``ParsingError`` if it is finished and has another shape.
    public func partialValue<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self
    ) throws -> Value? {
        isComplete ? try Value(self) : try? Value(self)
    }

    /// Reads a property that may be incomplete; returns `nil` while it is missing, `null`, or unfinished and
    /// unreadable.
    ///
    /// - Throws: ``ParsingError`` with the property's name if it is finished and has another type.
    @inlinable
    public func partialValue<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self,
        forProperty property: String
    ) throws -> Value? {
        switch try seek(property, readAs: Value.self) {
        case .absent: return nil
        case .open(let content): return try? Value(content)
        case .finished(let content): return try readFinished(content, asProperty: property)
        case .remembered(let part): return unsafeDowncast(part, to: PartialPart<Value>.self).value
        }
    }

    /// Reads this content as a part of a larger one, whose path errors include.
    @inlinable func read<Value: ConvertibleFromGeneratedContent>(as part: Part) throws -> Value {
        do {
            return try Value(self)
        } catch let error as ParsingError {
            throw error.inside(part)
        }
    }

    var isNull: Bool { isComplete && jsonValue.isNull }

    func require<Value>(_ read: (JSONValue) -> Value?, _ expected: String) throws -> Value {
        guard let value = read(jsonValue) else { throw mismatch(expected) }
        return value
    }

    /// Returns the error for content of another type.
    func mismatch(_ expected: String) -> ParsingError {
        let isNumber = jsonValue.doubleValue != nil
        return ParsingError(
            rawContent: jsonString,
            debugDescription:
                "expected \(expected), found \(isNumber ? "the number \(jsonString)" : jsonValue.typeName)"
        )
    }
}

extension GeneratedContent {
    /// Returns whether two parts of partial forms are equal; used by the `==` that ``Generable(description:)``
    /// generates.
    public static func areEqual<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool { left == right }

    /// Returns whether two parts of partial forms are equal if their type is not statically `Equatable`.
    ///
    /// They are compared by their dynamic types, otherwise by their content. Without either they are not
    /// equal.
    @_disfavoredOverload
    public static func areEqual<Value>(_ left: Value?, _ right: Value?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if let left = left as? any Equatable { return isEqual(left, right) }
        guard let left = left as? any ConvertibleToGeneratedContent,
            let right = right as? any ConvertibleToGeneratedContent
        else { return false }
        return left.generatedContent == right.generatedContent
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        left == right as? Value
    }
}

// MARK: - For generated code

extension GeneratedContent {
    /// Reads a text that must be one of these; a text that is incomplete may still become another one.
    ///
    /// - Throws: ``ParsingError`` if it is none of them.
    public func choice(among choices: [String]) throws -> String {
        let text = try String(self)
        guard isComplete, choices.contains(text) else { throw notOneOf(choices) }
        return text
    }

    /// Reads the name of this object's case from its `type`.
    ///
    /// - Throws: ``ParsingError`` if it is none of these names.
    public func caseName(among names: [String]) throws -> String {
        guard let type = try property("type") else { return try value(String.self, forProperty: "type") }
        do {
            return try type.choice(among: names)
        } catch let error as ParsingError {
            throw error.inside(.property("type"))
        }
    }

    /// Returns the error for a text that is none of the allowed ones.
    public func notOneOf(_ choices: [String]) -> ParsingError {
        ParsingError(
            rawContent: jsonString,
            debugDescription: "expected one of \(choices.joined(separator: ", ")); found \(Self.quoted(jsonString))"
        )
    }

    /// Returns the start of a text, for a message.
    private static func quoted(_ text: String) -> String { text.count > 60 ? "\(text.prefix(60))…" : text }
}
