import StreamingJSON

/// Changes to parts of a value, applied in one walk however many they are.
struct ValueEdits {
    private var parts: [String: ValueEdits] = [:]
    private var changes: [(JSONValue) -> JSONValue] = []

    /// Makes an empty list of changes.
    init() {}

    /// Adds a change of the value at the end of these steps; if there is none, nothing is changed.
    mutating func add(at steps: some Sequence<String>, _ change: @escaping (JSONValue) -> JSONValue) {
        add(at: Array(steps)[...], change)
    }

    private mutating func add(at steps: ArraySlice<String>, _ change: @escaping (JSONValue) -> JSONValue) {
        guard let step = steps.first else { return changes.append(change) }
        parts[step, default: ValueEdits()].add(at: steps.dropFirst(), change)
    }

    /// Returns the value with all changes applied, those of its parts first.
    func applied(to value: JSONValue) -> JSONValue {
        changes.reduce(withPartsChanged(value)) { $1($0) }
    }

    private func withPartsChanged(_ value: JSONValue) -> JSONValue {
        if parts.isEmpty { return value }
        switch value {
        case .object(var members):
            for (name, edits) in parts {
                if let member = members[name] { members[name] = edits.applied(to: member) }
            }
            return .object(members)
        case .array(var elements):
            for (step, edits) in parts {
                guard let index = Int(step), elements.indices.contains(index) else { continue }
                elements[index] = edits.applied(to: elements[index])
            }
            return .array(elements)
        default: return value
        }
    }
}
