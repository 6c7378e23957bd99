import Foundation
import StreamingJSON

extension JSONValue {
    /// The names and places of a JSON Pointer (RFC 6901), also one that is the fragment of a URI.
    static func steps(of pointer: String) -> [String] {
        let isFragment = pointer.hasPrefix("#")
        return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
            let text = isFragment ? step.removingPercentEncoding ?? String(step) : String(step)
            return text.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// What lies at the end of these steps.
    func descendant(along steps: some Sequence<String>) -> JSONValue? {
        steps.reduce(self) { value, step in
            if case .array(let elements)? = value {
                return Int(step).flatMap { elements.indices.contains($0) ? elements[$0] : Optional.none }
            }
            return value?[step]
        }
    }

    /// The value with something else at the end of these steps, if there is anything.
    func replacing(_ steps: ArraySlice<String>, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard let step = steps.first else { return change(self) }
        switch self {
        case .object(var members):
            guard let member = members[step] else { return self }
            members[step] = member.replacing(steps.dropFirst(), change)
            return .object(members)
        case .array(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(steps.dropFirst(), change)
            return .array(elements)
        default: return self
        }
    }
}
