/// The path from the root of a JSON value to one of its parts.
public struct JSONPath: Sendable, Hashable {
    /// One step down.
    public enum Step: Sendable, Hashable {
        /// Down to the member with this name.
        case name(String)
        /// Down to the element at this index.
        case index(Int)
    }

    /// The steps, from the root down; none for the root itself.
    public var steps: [Step]

    /// Makes a path of these steps.
    public init(_ steps: [Step] = []) { self.steps = steps }
}

extension JSONPath: CustomStringConvertible {
    /// The path as a JSON Pointer (RFC 6901), such as `/items/0/name`.
    public var description: String {
        steps.map { step in
            switch step {
            case .name(let name): "/" + name.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }
            case .index(let index): "/\(index)"
            }
        }.joined()
    }
}
