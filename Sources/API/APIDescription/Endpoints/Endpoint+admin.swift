import Accounts
import AgentWire
import HTTPTypes

extension Endpoint {
    /// The access for reading the server's records.
    static let readAccess: RouteAccess = .anyOf([.adminRead])
    /// The access for reading keys and rotations.
    static let keyReadAccess: RouteAccess = .anyOf([.adminRead, .adminKeys])
    /// The access for reading clients.
    static let clientReadAccess: RouteAccess = .anyOf([.adminRead, .adminClients])
    /// The access for changing keys.
    static let keyWriteAccess: RouteAccess = .anyOf([.adminKeys])
    /// The access for reading the files of tools.
    static let toolReadAccess: RouteAccess = .anyOf([.adminRead, .adminTools])
    /// The access for changing the files of tools.
    static let toolWriteAccess: RouteAccess = .anyOf([.adminTools])
    /// The access for reading and changing users.
    static let userAccess: RouteAccess = .anyOf([.adminUsers])
    /// The access for changing clients.
    static let clientWriteAccess: RouteAccess = .anyOf([.adminClients])

    /// Creates an endpoint below `/admin` that only reads.
    static func adminRead(
        _ operation: Operation,
        _ summary: String,
        _ users: Users,
        query: [Parameter] = [],
        headers: [Parameter] = [],
        answers: Answer...,
        problems: [Problem.Kind] = []
    ) -> Endpoint {
        Endpoint(
            operation: operation.below("/admin/"),
            summary: summary,
            users: users,
            query: query,
            headers: headers,
            answers: answers,
            problems: problems
        )
    }

    /// Creates an endpoint below `/admin` that may change something, so it must declare whether that is dangerous.
    static func admin(
        _ operation: Operation,
        _ summary: String,
        _ users: Users,
        query: [Parameter] = [],
        headers: [Parameter] = [],
        body: WireSchema? = nil,
        isBodyOptional: Bool = false,
        danger: Danger,
        answers: Answer...,
        problems: [Problem.Kind] = []
    ) -> Endpoint {
        Endpoint(
            operation: operation.below("/admin/"),
            summary: summary,
            users: users,
            query: query,
            headers: headers,
            body: body.map { .json($0) },
            isBodyOptional: isBodyOptional,
            answers: answers,
            danger: danger,
            problems: problems
        )
    }

    /// Returns a response with a list.
    static func list<Element: WireElement & WireRecord>(of type: Element.Type) -> Answer {
        Answer(200, "The list.", .json(WireList<Element>.schema))
    }

    /// The response without a body after a successful change.
    static let done = Answer(204, "The operation succeeded.")

    /// Returns the query parameter for the length of a list.
    static func countLimit(upTo most: Int, default standard: Int) -> Parameter {
        Parameter("limit", .integer(from: 1, to: most), "The most elements. Default: \(standard).")
    }
}
