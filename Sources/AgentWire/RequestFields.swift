import StreamingJSON

/// Reads the fields of a request body one by one and collects every fault, so that a client can mend all of them at once.
struct RequestFields {
    private let object: JSONObject
    private(set) var faults: [WireError.Fault] = []

    /// Starts on a body, which must be a JSON object with no members but `known`.
    init(_ body: JSONValue, known: Set<String>) throws(WireError) {
        guard case .object(let object) = body else {
            throw WireError([.init(pointer: "#", detail: "the body must be a JSON object, not \(body.typeName)")])
        }
        self.object = object
        for key in object.keys where !known.contains(key) {
            let names = known.sorted().joined(separator: ", ")
            faults.append(.init(pointer: "#/\(key)", detail: "unknown field; this endpoint takes \(names)"))
        }
    }

    mutating func string(_ key: String) -> String? {
        read(key, expected: "a string") { $0.stringValue }
    }

    mutating func requiredText(_ key: String) -> String {
        guard let text = string(key) else {
            if object[key] == nil || object[key] == .null {
                faults.append(.init(pointer: "#/\(key)", detail: "required: a text that is not empty"))
            }
            return ""
        }
        if text.allSatisfy(\.isWhitespace) {
            faults.append(.init(pointer: "#/\(key)", detail: "must not be empty"))
        }
        return text
    }

    mutating func bool(_ key: String) -> Bool? {
        read(key, expected: "true or false") { $0.boolValue }
    }

    mutating func strings(_ key: String) -> [String]? {
        read(key, expected: "an array of strings") { value in
            guard let elements = value.arrayValue else { return nil }
            let strings = elements.compactMap(\.stringValue)
            return strings.count == elements.count ? strings : nil
        }
    }

    /// One of a few words.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String) -> Choice? {
        guard let text = string(key) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        reject(key, "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        return nil
    }

    /// Adds a fault that only the meaning of a field shows.
    mutating func reject(_ key: String, _ detail: String) {
        faults.append(.init(pointer: "#/\(key)", detail: detail))
    }

    /// Throws when anything was wrong.
    func check() throws(WireError) {
        if !faults.isEmpty { throw WireError(faults) }
    }

    private mutating func read<Value>(
        _ key: String,
        expected: String,
        _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = object[key], !value.isNull else { return nil }
        guard let converted = convert(value) else {
            faults.append(.init(pointer: "#/\(key)", detail: "must be \(expected), not \(value.typeName)"))
            return nil
        }
        return converted
    }
}
