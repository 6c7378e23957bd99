import StreamingJSON

// The fields of answers, which a server always writes. Of a field that is missing or has another type the fault is collected and a
// placeholder returned; `check()` throws before anybody sees it.
extension RequestFields {
    /// Returns a required text, which may be empty.
    mutating func requiredString(_ key: String) -> String {
        required(key, "a string") { $0.stringValue } ?? ""
    }

    /// Returns a required list of texts of any length.
    mutating func requiredStrings(_ key: String) -> [String] {
        required(key, "an array of strings") { value in
            guard let elements = value.arrayValue else { return nil }
            let strings = elements.compactMap(\.stringValue)
            return strings.count == elements.count ? strings : nil
        } ?? []
    }

    /// Returns a required list of any JSON values.
    mutating func requiredArray(_ key: String) -> [JSONValue] {
        required(key, "an array") { $0.arrayValue } ?? []
    }

    /// Returns a required list of values; the faults of all elements are collected.
    mutating func requiredValues<Value: WireValue>(_ key: String) -> [Value] {
        requiredArray(key).enumerated().compactMap { index, element in read(element, "\(key)/\(index)") }
    }

    /// Returns a value, or `nil` when the field is missing or `null`.
    mutating func wireValue<Value: WireValue>(_ key: String) -> Value? {
        value(key).flatMap { read($0, key) }
    }

    /// Reads the object of a field, or an element of its list, and collects the faults.
    private mutating func read<Value: WireValue>(_ value: JSONValue, _ key: String) -> Value? {
        guard value.objectValue != nil else {
            reject(key, "must be an object, not \(value.typeName)", .wrongType)
            return nil
        }
        do throws(WireError) { return try Value(jsonValue: value) } catch {
            reject(key, error)
            return nil
        }
    }

    /// Returns a problem, or `nil` when the field is missing or `null`.
    mutating func problem(_ key: String) -> Problem? {
        guard let document = value(key) else { return nil }
        if let problem = Problem(jsonValue: document) { return problem }
        reject(key, "must be a problem document of Torii's", .invalidValue)
        return nil
    }

    /// Returns a required value.
    ///
    /// - Throws: ``WireError`` with all faults so far when there is no such value, because there is no placeholder for it.
    mutating func requiredValue<Value: WireValue>(_ key: String) throws(WireError) -> Value {
        if let value: Value = wireValue(key) { return value }
        if value(key) == nil { reject(key, "required: an object", .missing) }
        throw WireError(faults)
    }

    private mutating func required<Value>(
        _ key: String,
        _ expected: String,
        _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = value(key) else {
            reject(key, "required: \(expected)", .missing)
            return nil
        }
        if let converted = convert(value) { return converted }
        reject(key, "must be \(expected), not \(value.typeName)", .wrongType)
        return nil
    }
}
