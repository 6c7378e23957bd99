/// A function of RFC 9535 §2.4, with the types of its arguments and of its result.
enum QueryFunction: String, CaseIterable, Sendable {
    case length, count, match, search, value

    /// The types of the specification's type system (§2.4.1).
    enum Kind: Sendable {
        /// A JSON value or Nothing.
        case value
        /// True or false, which is no JSON value.
        case logical
        /// A list of nodes.
        case nodes
    }

    /// The types of the arguments.
    var parameters: [Kind] {
        switch self {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }

    /// The type of the result.
    var result: Kind {
        switch self {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }

    /// Whether the second argument is a pattern.
    var hasPattern: Bool { self == .match || self == .search }
}
