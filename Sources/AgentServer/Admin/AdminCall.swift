package import Accounts
import AgentWire
import Foundation
package import KeyVault
package import StreamingJSON

/// One call of the admin interface, be it a request over HTTP or a command on the data folder.
package struct AdminCall: Sendable {
    /// What stands in the path's places, by the names that the route gives them.
    package var parameters: [String: String] = [:]
    /// What stands behind the question mark.
    package var query: [String: String] = [:]
    /// The body; `nil` for none.
    package var body: JSONValue?
    /// What the caller names this call, so that it can be sent again after a lost reply.
    package var idempotencyKey: String?
    /// Whether the caller reads lines as they come, instead of one answer at the end.
    package var wantsLines = false
    /// Who calls, for the audit chain.
    package var actor: AuditActor
    /// What the caller may do.
    package var scopes: Set<Scope>

    /// Makes a call.
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
    /// What stands in a place of the path.
    ///
    /// - Throws: A problem when the route has no such place, which is a fault of the server's own.
    func parameter(_ name: String) throws(Problem) -> String {
        guard let value = parameters[name] else {
            throw Problem(.internalError, detail: "the path has no place named \(name)")
        }
        return value
    }

    /// The upstream that the path names.
    ///
    /// - Parameter known: The upstreams that have keys.
    func upstream(among known: [String]) throws(Problem) -> String {
        let name = try parameter("upstream")
        guard known.contains(name) else {
            throw Problem(
                .notFound,
                detail: "there is no upstream '\(name.excerpt())' that takes a key; there are "
                    + known.joined(separator: ", ")
            )
        }
        return name
    }

    /// The fields of the body, which may be missing where none of them is required.
    func fields(_ known: Set<String>) throws(WireError) -> RequestFields {
        try RequestFields(body ?? .object([:]), known: known)
    }

    /// A whole number in the query, within bounds; `nil` when it is not there.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try query(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A moment in the query; `nil` when it is not there.
    func date(_ name: String) throws(Problem) -> Date? {
        try query(name, "a time such as 2026-12-31T00:00:00Z") { try? Date($0, strategy: .iso8601) }
    }

    /// What stands in the query under a name, as something else; `nil` when it is not there.
    func query<Value>(_ name: String, _ expected: String, _ convert: (String) -> Value?) throws(Problem) -> Value? {
        guard let text = query[name] else { return nil }
        guard let value = convert(text) else {
            throw Problem(.invalidRequest, detail: "'\(name)' in the query must be \(expected)")
        }
        return value
    }
}
