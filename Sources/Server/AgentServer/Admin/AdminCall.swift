package import Accounts
import AgentWire
import Foundation
package import KeyVault
package import StreamingJSON

/// A call of the admin interface: a request over HTTP, or a command on the data folder.
package struct AdminCall: Sendable {
    /// The values of the path's parameters, by their names in the route.
    package var parameters: [String: String] = [:]
    /// The fields of the query.
    package var query: [String: String] = [:]
    /// The body; `nil` for none.
    package var body: JSONValue?
    /// The caller's key for this call, with which it can be sent again after a lost response.
    package var idempotencyKey: String?
    /// Whether the caller wants lines as they are produced instead of one response at the end.
    package var wantsLines = false
    /// Whether the caller wants a table as comma-separated values.
    package var wantsTable = false
    /// The caller, for the audit chain.
    package var actor: AuditActor
    /// The scopes of the caller.
    package var scopes: Set<Scope>
    /// The sign-in of the browser that calls; `nil` for a caller with a token.
    var session: BrowserSession?

    /// Creates a call.
    package init(
        parameters: [String: String] = [:],
        query: [String: String] = [:],
        body: JSONValue? = nil,
        idempotencyKey: String? = nil,
        wantsLines: Bool = false,
        actor: AuditActor,
        scopes: Set<Scope>
    ) {
        self.parameters = parameters
        self.query = query
        self.body = body
        self.idempotencyKey = idempotencyKey
        self.wantsLines = wantsLines
        self.actor = actor
        self.scopes = scopes
    }
}

extension AdminCall {
    /// Returns the value of a parameter of the path, which has no slash.
    ///
    /// A value is decoded after the route was found, and a client's id with a slash would be the text of one of its users.
    ///
    /// - Throws: ``Problem`` if the value has a slash, or if the route has no such parameter, which is a defect of the server.
    func parameter(_ name: String) throws(Problem) -> String {
        guard let value = parameters[name] else {
            throw Problem(.internalError, detail: "the path has no parameter \(name)")
        }
        guard !value.utf8.contains(UInt8(ascii: "/")) else {
            throw Problem(
                .invalidRequest,
                detail: "'\(value.excerpt())' in the path is the name of nothing, because it has a slash"
            )
        }
        return value
    }

    /// Returns the upstream in the path.
    ///
    /// - Parameter known: The upstreams that have keys.
    func upstream(among known: [String]) throws(Problem) -> String {
        let name = try parameter("upstream")
        guard known.contains(name) else {
            throw Problem(
                .notFound,
                detail: "there is no upstream '\(name.excerpt())' that needs a key; use one of "
                    + known.joined(separator: ", ")
            )
        }
        return name
    }

    /// Returns the fields of the body, which may be missing if none of them is required.
    func fields(_ known: Set<String>) throws(WireError) -> RequestFields {
        try RequestFields(body ?? .object([:]), known: known)
    }

    /// Returns a whole number in the query, within bounds; `nil` if it is missing.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try query(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns a time in the query; `nil` if it is missing.
    func date(_ name: String) throws(Problem) -> Date? {
        try query(name, "a time such as 2026-12-31T00:00:00Z") { try? Date($0, strategy: .iso8601) }
    }

    /// Returns the converted value of a field in the query; `nil` if it is missing.
    func query<Value>(_ name: String, _ expected: String, _ convert: (String) -> Value?) throws(Problem) -> Value? {
        guard let text = query[name] else { return nil }
        guard let value = convert(text) else {
            throw Problem(.invalidRequest, detail: "'\(name)' in the query must be \(expected)")
        }
        return value
    }
}
