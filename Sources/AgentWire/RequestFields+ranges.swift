import StreamingJSON

extension RequestFields {
    /// A whole number within limits; `nil` when it is not there.
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

    /// A number within limits; `nil` when it is not there.
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

    /// A member that is an object with any members, read by itself; `nil` when it is not there or no object.
    mutating func nested<Value>(_ key: String, _ convert: (inout RequestFields) -> Value) -> Value? {
        guard let value = value(key) else { return nil }
        do throws(WireError) {
            var fields = try RequestFields(open: value, at: "\(place)/\(key)")
            let converted = convert(&fields)
            take(WireError(fields.faults))
            return converted
        } catch {
            take(error)
            return nil
        }
    }

    /// Refuses a member if it is there, because leaving it out would change what the request means.
    mutating func refuse(_ key: String, _ detail: String, if isWanted: (JSONValue) -> Bool = { _ in true }) {
        if let value = value(key), isWanted(value) { reject(key, detail, .unsupportedField) }
    }
}
