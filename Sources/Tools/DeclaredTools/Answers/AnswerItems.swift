import AgentTools
import JSONQuery
import StreamSafeText
import StreamingJSON
import ToolDeclarations

/// The items of an answer, as its declaration selects them.
struct AnswerItems {
    /// The items.
    private(set) var items: [JSONValue] = []
    /// The number of items that were left out because there are too many.
    private(set) var rest = 0
    /// The bytes that further items may have.
    private var room: Int
    /// The number of values that have another type than declared.
    private(set) var drift = 0

    private let declaration: AnswerDeclaration

    /// - Parameter budget: The bytes that all items may have together. A query may find the same part of an answer many times.
    init(_ declaration: AnswerDeclaration, budget: Int) { (self.declaration, room) = (declaration, budget) }

    /// Whether there is no room for further items.
    var isFull: Bool { items.count >= declaration.most || room <= 0 }

    /// Adds the items of a page and returns how many it has.
    ///
    /// - Throws: `JSONQueryError` if a query exceeds its limits.
    mutating func add(_ value: JSONValue) throws(JSONQueryError) -> Int {
        let found = try Self.selected(declaration.select, in: value)
        for item in found {
            guard !isFull else {
                rest += 1
                continue
            }
            let kept = declaration.fields.isEmpty ? item : try object(item)
            guard let size = kept.byteCount(upTo: room) else {
                // A smaller one might fit, but which items are missing must be clear.
                room = 0
                rest += 1
                continue
            }
            room -= size
            items.append(kept)
        }
        return found.count
    }

    private static func selected(_ query: JSONQuery?, in value: JSONValue) throws(JSONQueryError) -> [JSONValue] {
        guard let query else { return value.arrayValue ?? (value == .null ? [] : [value]) }
        let found = try query.values(in: value)
        // `$.orders` is meant as `$.orders[*]`.
        if query.isSingular, found.count == 1, let items = found[0].arrayValue { return items }
        return found.filter { $0 != .null }
    }

    private mutating func object(_ item: JSONValue) throws(JSONQueryError) -> JSONValue {
        var members = JSONObject()
        for field in declaration.fields {
            let found = try field.path.values(in: item)
            let value = field.path.isSingular || found.count < 2 ? found.first : .array(found)
            if let value, value != .null {
                if field.kind.accepts(value) {
                    members[field.name] = field.cut(value)
                    continue
                }
                drift += 1
            }
            if let fallback = field.fallback { members[field.name] = fallback }
        }
        return .object(members)
    }
}

extension AnswerDeclaration.Field {
    fileprivate func cut(_ value: JSONValue) -> JSONValue {
        guard let limit, let text = value.stringValue else { return value }
        return .string(text.cut(to: limit))
    }
}

extension AnswerDeclaration.Field.Kind {
    fileprivate func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .any: true
        case .string: value.stringValue != nil
        case .number: value.doubleValue != nil
        case .integer: value.doubleValue.map { $0.rounded() == $0 } ?? false
        case .boolean: value.boolValue != nil
        case .array: value.arrayValue != nil
        case .object: value.objectValue != nil
        }
    }
}
