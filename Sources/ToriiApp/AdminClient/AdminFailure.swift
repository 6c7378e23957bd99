import AgentWire
public import StreamingJSON

/// A call of the admin interface that was refused, or that never got there.
public struct AdminFailure: Error, Sendable, CustomStringConvertible {
    /// The problem document (RFC 9457).
    public let document: JSONValue

    /// A failure that a server has told of.
    init(document: JSONValue) { self.document = document }

    /// A failure of this process.
    init(_ problem: Problem) { document = problem.jsonValue(requestID: nil) }

    /// What happened and what to do, in a line, and a line for each field that is wrong.
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
        return document["detail"]?.stringValue ?? document["title"]?.stringValue ?? "the call was refused"
    }
}
