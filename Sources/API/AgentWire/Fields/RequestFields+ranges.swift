import StreamingJSON

extension RequestFields {
    /// Returns a whole number within limits; `nil` if it is missing.
    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = integer(key) else { return nil }
        if range.contains(number) { return number }
        let isSmall = number < range.lowerBound
        reject(
            key,
            isSmall ? "must be \(range.lowerBound) or more" : "must be \(range.upperBound) or less",
            isSmall ? .integerTooSmall : .integerTooLarge
        )
        return nil
    }

    /// Returns a number within limits; `nil` if it is missing.
    mutating func decimal(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let value = value(key) else { return nil }
        guard let number = value.doubleValue else {
            reject(key, "must be a number, not \(value.typeName)", .wrongType)
            return nil
        }
        if range.contains(number) { return number }
        let limits = "from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        reject(key, "must be \(limits)", number < range.lowerBound ? .decimalTooSmall : .decimalTooLarge)
        return nil
    }

    /// Returns a member that is an object with any members, after converting it; `nil` if it is missing or not an object.
    mutating func nested<Value>(_ key: String, _ convert: (inout RequestFields) -> Value) -> Value? {
        guard let value = value(key) else { return nil }
        do throws(WireError) {
            var fields = try RequestFields(open: value, at: "\(place)/\(key)")
            let converted = convert(&fields)
            append(WireError(fields.faults))
            return converted
        } catch {
            append(error)
            return nil
        }
    }

    /// Rejects a member if it is present, because ignoring it would change the meaning of the request.
    mutating func rejectIfPresent(_ key: String, _ detail: String, if isWanted: (JSONValue) -> Bool = { _ in true }) {
        if let value = value(key), isWanted(value) { reject(key, detail, .unsupportedField) }
    }
}
