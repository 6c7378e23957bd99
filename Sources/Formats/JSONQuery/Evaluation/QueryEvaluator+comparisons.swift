import JSONSchema
import StreamingJSON

extension QueryEvaluator {
    /// Compares two values by RFC 9535 §2.3.5.2.2; `nil` is Nothing, which equals only itself.
    mutating func compare(
        _ left: JSONValue?,
        _ comparison: FilterComparison,
        _ right: JSONValue?
    ) throws(JSONQueryError) -> Bool {
        switch comparison {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return try isLess(left, right)
        case .greater: return try isLess(right, left)
        case .lessOrEqual:
            if try isLess(left, right) { return true }
            return try areEqual(left, right)
        case .greaterOrEqual:
            if try isLess(right, left) { return true }
            return try areEqual(left, right)
        }
    }

    /// Returns whether a number is less than a number, or a string before a string; other values have no order.
    private mutating func isLess(_ left: JSONValue?, _ right: JSONValue?) throws(JSONQueryError) -> Bool {
        switch (left, right) {
        case (.string(let left)?, .string(let right)?):
            try budget.spend(characters: min(left.utf8.count, right.utf8.count))
            // The order of UTF-8 bytes is that of Unicode scalars.
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        case (let left?, let right?):
            guard let left = left.exactNumber, let right = right.exactNumber else { return false }
            return left.isLess(than: right)
        default: return false
        }
    }

    private mutating func areEqual(_ left: JSONValue?, _ right: JSONValue?) throws(JSONQueryError) -> Bool {
        // Not written with `== nil`, because JSONValue has a `nil` of its own, which is null.
        guard let left else { if case .none = right { return true } else { return false } }
        guard let right else { return false }
        var open = [(left, right)]
        while let (left, right) = open.popLast() {
            switch (left, right) {
            case (.null, .null): break
            case (.bool(let left), .bool(let right)): if left != right { return false }
            case (.string(let left), .string(let right)):
                guard left.utf8.count == right.utf8.count else { return false }
                try budget.spend(characters: left.utf8.count)
                guard left.utf8.elementsEqual(right.utf8) else { return false }
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                try budget.spend(left.count)
                open.append(contentsOf: zip(left, right))
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                try budget.spend(left.count)
                for (index, member) in left.enumerated() {
                    guard let other = try value(of: member.key, in: right, near: index) else { return false }
                    open.append((member.value, other))
                }
            default:
                guard let left = left.exactNumber, let right = right.exactNumber else { return false }
                if left.isLess(than: right) || right.isLess(than: left) { return false }
            }
        }
        return true
    }

    /// Returns a member, which is most often at the same place as in the other object.
    private mutating func value(
        of name: String,
        in members: JSONObject,
        near index: Int
    ) throws(JSONQueryError) -> JSONValue? {
        try budget.spend(characters: name.utf8.count)
        let member = members[index]
        if member.key.utf8.elementsEqual(name.utf8) { return member.value }
        // Some objects have no table of their names and are searched one by one.
        try budget.spend(characters: members.count)
        return members[name]
    }
}

extension JSONValue {
    /// The number for exact comparisons; `nil` if this is no number.
    fileprivate var exactNumber: ExactNumber? {
        switch self {
        case .integer(let value): .integer(value)
        case .number(let value): .double(value)
        default: nil
        }
    }
}
