/// A part of a document that the import leaves out, with its place and the reason.
public struct Unmapped: Sendable, Hashable, CustomStringConvertible {
    /// The extent of the loss.
    public enum Scope: String, Sendable, Hashable {
        /// The whole operation is left out.
        case operation
        /// The operation is imported without this feature.
        case feature
    }

    /// The kind of part.
    public enum Reason: String, Sendable, Hashable {
        /// A reference has no target.
        case danglingReference
        /// Schemas refer to each other by `allOf` alone, or a schema has no end.
        case endlessSchema
        /// The required arguments exceed the limit of a tool's schema.
        case schemaSize
        /// Optional arguments were left out because of the limit of a tool's schema.
        case argumentsDropped
        /// No body format of the operation can be written.
        case bodyFormat
        /// The answer's format cannot be read.
        case answerFormat
        /// A parameter's style or place cannot be written.
        case parameter
        /// A parameter became a place for a key.
        case keyParameter
        /// The operation's server is unknown.
        case server
        /// A security scheme cannot be used as declared.
        case security
        /// The method is not supported.
        case method
        /// A part of the document is not what OpenAPI prescribes.
        case malformed
        /// Calls from the server to the client.
        case callback
        /// A limit of the import was reached.
        case limit
        /// A file of tools cannot express the operation.
        case declaration
    }

    /// The file and the JSON Pointer of the part, such as `openapi.yaml#/paths/~1orders/get`.
    public let place: String
    /// The operation's method and path; `nil` for a part of the whole document.
    public let operation: String?
    /// The extent of the loss.
    public let scope: Scope
    /// The kind of part.
    public let reason: Reason
    /// A sentence for people.
    public let message: String

    /// The entry on one line.
    public var description: String {
        "\(operation.map { "\($0): " } ?? "")\(scope == .operation ? "skipped: " : "")\(message) [\(place)]"
    }
}

/// The list of unmapped parts while it grows, bounded.
struct UnmappedList {
    private(set) var entries: [Unmapped] = []
    private(set) var omitted = 0
    let most: Int

    init(most: Int) { self.most = most }

    mutating func append(_ entry: Unmapped) {
        if entries.count < most { entries.append(entry) } else { omitted += 1 }
    }
}
