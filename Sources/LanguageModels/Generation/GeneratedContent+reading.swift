import StreamingJSON

extension GeneratedContent {
    /// Reads the whole as a value.
    ///
    /// - Throws: ``ParsingError`` when it has another shape.
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
        return try content.read(as: .property(property))
    }

    /// Reads a property that may be missing or `null`.
    ///
    /// - Throws: ``ParsingError`` that names the property when it is there and has another type.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self,
        forProperty property: String
    ) throws -> Value? {
        guard let content = try self.property(property), !content.isNull else { return nil }
        return try content.read(as: .property(property))
    }

    /// Reads the whole as a value that may still be on its way: `nil` while it is unfinished and not yet readable.
    ///
    /// - Throws: ``ParsingError`` when it is finished and has another shape.
    public func partialValue<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self
    ) throws -> Value? {
        isComplete ? try Value(self) : try? Value(self)
    }

    /// Reads a property that may still be on its way: `nil` while it is missing, `null`, or unfinished and not yet readable.
    ///
    /// - Throws: ``ParsingError`` that names the property when it is finished and has another type.
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

    /// Reads this as a part of a whole, which an error then says.
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

    /// The error that something else was expected here.
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
    /// Whether two parts of partial forms are equal, as the `==` that ``Generable(description:)`` writes asks.
    public static func areEqual<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool { left == right }

    /// Whether two parts of partial forms are equal, when their type does not say that it can be compared.
    ///
    /// They are compared as what they are at run time, or else by their content; what allows neither is never equal.
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
    /// This text, which must be one of these; one that is still being written may yet become another.
    ///
    /// - Throws: ``ParsingError`` when it is none of them.
    public func choice(among choices: [String]) throws -> String {
        let text = try String(self)
        guard isComplete, choices.contains(text) else { throw notOneOf(choices) }
        return text
    }

    /// The name of the case that this object is one of, as its `type` says it.
    ///
    /// - Throws: ``ParsingError`` when it is none of them.
    public func caseName(among names: [String]) throws -> String {
        guard let type = try property("type") else { return try value(String.self, forProperty: "type") }
        do {
            return try type.choice(among: names)
        } catch let error as ParsingError {
            throw error.inside(.property("type"))
        }
    }

    /// The error that this text is none of those that are allowed.
    public func notOneOf(_ choices: [String]) -> ParsingError {
        ParsingError(
            rawContent: jsonString,
            debugDescription: "expected one of \(choices.joined(separator: ", ")); found \(Self.quoted(jsonString))"
        )
    }

    /// The beginning of a text, for a message.
    private static func quoted(_ text: String) -> String { text.count > 60 ? "\(text.prefix(60))…" : text }
}
