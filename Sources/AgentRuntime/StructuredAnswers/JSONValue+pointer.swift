import Foundation
import StreamingJSON

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
