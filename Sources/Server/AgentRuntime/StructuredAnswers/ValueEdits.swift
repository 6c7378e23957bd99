import Foundation
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

extension JSONValue {
    /// Returns the steps of a JSON Pointer (RFC 6901), which may also be the fragment of a URI.
    static func steps(of pointer: String) -> [String] {
        let isFragment = pointer.hasPrefix("#")
        return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
            let text = isFragment ? step.removingPercentEncoding ?? String(step) : String(step)
            return text.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// Returns the value at the end of these steps.
    func descendant(along steps: some Sequence<String>) -> JSONValue? {
        steps.reduce(self) { value, step in
            if case .array(let elements)? = value {
                return Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : Optional.none }
            }
            return value?[step]
        }
    }
}
