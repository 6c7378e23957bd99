import AgentWire
public import StreamingJSON

/// A call of the admin interface that was refused or did not reach the server.
public struct AdminFailure: Error, Sendable, CustomStringConvertible {
    /// The problem document (RFC 9457).
    public let document: JSONValue

    /// A failure that a server reported.
    init(document: JSONValue) { self.document = document }

    /// A failure in this process.
    init(_ problem: Problem) { document = problem.jsonValue(requestID: nil) }

    /// Whether the call changes something, and nobody has confirmed it.
    public var isAboutConfirmation: Bool {
        document["type"]?.stringValue?.hasSuffix(":\(Problem.Kind.confirmationNeeded.rawValue)") == true
    }

    /// One line with the cause and the remedy, or a line for each invalid field.
    public var description: String {
        let faults = document["errors"]?.arrayValue ?? []
        guard faults.isEmpty else {
            let lines = faults.map { fault in
                let field = fault["pointer"]?.stringValue?.drop { $0 == "#" || $0 == "/" } ?? ""
                return "\(field): \(fault["detail"]?.stringValue ?? "")"
            }
            let omitted = document["errors_omitted"]?.intValue.map { ["and \($0) more"] } ?? []
            return (lines + omitted).joined(separator: "\n")
        }
        return document["detail"]?.stringValue ?? document["title"]?.stringValue
            ?? "the server refused the call without a reason; see its log"
    }
}
