import StreamingJSON

/// A value with the equality of JSON Schema: `1` equals `1.0`, members have no order, strings are compared by code points.
struct ComparableValue: Hashable, Sendable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    static func == (left: Self, right: Self) -> Bool { areEqual(left.value, right.value) }

    func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let integer), .number(let double)), (.number(let double), .integer(let integer)):
            Int(exactly: double) == integer
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left.elementsEqual(right, by: areEqual)
        case (.object(let left), .object(let right)): areEqual(left, right)
        default: false
        }
    }

    private static func areEqual(_ left: JSONObject, _ right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        // Most equal objects were written in the same order.
        if left.elementsEqual(right, by: { ExactText($0.key) == ExactText($1.key) && areEqual($0.value, $1.value) }) {
            return true
        }
        let members = Dictionary(right.map { (ExactText($0.key), $0.value) }) { first, _ in first }
        return left.allSatisfy { member in members[ExactText(member.key)].map { areEqual(member.value, $0) } ?? false }
    }

    private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
        // Each kind is hashed differently: if the hashes of `null` and 0 were equal, so would be those of all arrays
        // made of the two.
        hasher.combine(value.hashedKind)
        switch value {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let integer = Int(exactly: value) { hasher.combine(integer) } else { hasher.combine(value) }
        case .string(let value): hasher.combine(ExactText(value))
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hash(element, into: &hasher) }
        case .object(let members):
            var combined = 0
            for (key, value) in members {
                var member = Hasher()
                member.combine(ExactText(key))
                hash(value, into: &member)
                combined ^= member.finalize()
            }
            hasher.combine(combined)
        }
    }
}

extension JSONValue {
    /// A number for the kind of value; values that can be equal have the same one.
    fileprivate var hashedKind: UInt8 {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer, .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }
}

/// A string that equals another only if both have the same code points.
///
/// Swift's strings are equal if they are canonically equivalent; JSON's are not (RFC 8259 §8.3).
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
