import Secrets

/// Header fields in the order in which they were added; names are compared without regard to case.
public struct HTTPHeaders: Sendable, Equatable {
    /// One line of a header.
    public struct Field: Sendable, Equatable {
        /// The name as it was written.
        public var name: String
        /// The value.
        public var value: HTTPHeaderValue

        /// A field.
        public init(name: String, value: HTTPHeaderValue) {
            self.name = name
            self.value = value
        }
    }

    /// All fields in order.
    public private(set) var fields: [Field] = []

    /// No fields.
    public init() {}

    /// The first plain value of a name; `nil` when there is none.
    ///
    /// Setting it replaces every field of that name; setting `nil` removes them.
    public subscript(name: String) -> String? {
        get { values(of: name).first }
        set {
            remove(name)
            if let newValue { append(name, .plain(newValue)) }
        }
    }

    /// All plain values of a name, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { field in
            guard case .plain(let text) = field.value, field.name.equalsIgnoringCase(name) else { return nil }
            return text
        }
    }

    /// Whether there is a field of that name, plain or secret.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name.equalsIgnoringCase(name) }
    }

    /// Appends a field.
    public mutating func append(_ name: String, _ value: HTTPHeaderValue) {
        fields.append(Field(name: name, value: value))
    }

    /// Removes every field of that name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.name.equalsIgnoringCase(name) }
    }

    /// The secret values.
    var secrets: [SecretString] {
        fields.compactMap { field in
            if case .secret(let secret, _) = field.value { secret } else { nil }
        }
    }

    /// Returns the same fields with changed plain values.
    func mapPlain(_ change: (String) -> String) -> HTTPHeaders {
        var headers = self
        for index in fields.indices {
            if case .plain(let text) = fields[index].value { headers.fields[index].value = .plain(change(text)) }
        }
        return headers
    }

    /// Appends text to the value of the last field, which folded header lines need.
    mutating func extendLast(with text: String) {
        guard let last = fields.indices.last, case .plain(let value) = fields[last].value else { return }
        fields[last].value = .plain(value.isEmpty ? text : value + " " + text)
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// The fields in the order of the literal; a name may occur twice.
    public init(dictionaryLiteral elements: (String, HTTPHeaderValue)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension HTTPHeaders: CustomStringConvertible {
    /// One line for each field; secrets print as `••••`.
    public var description: String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}

extension String {
    /// Whether two ASCII texts are equal except for the case of their letters.
    fileprivate func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
