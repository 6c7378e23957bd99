import APIDescription
package import Accounts
package import AgentRuntime
import DeclaredTools
package import MCPClient
import AgentWire
package import HTTPTypes
package import KeyVault
package import StoredValues
import StreamingJSON
package import ToolRecords

/// The admin interface, independent of HTTP: the routes of `/admin` for requests and for the command line.
package struct AdminInterface: Sendable {
    /// Returns the usage by client, day and model.
    ///
    /// The parameters are the client or all, the first day, the last day or today, and the limit.
    package typealias UsageReader = @Sendable (String?, String, String?, Int) async throws -> [UsageRecord]

    /// Returns the usage of a user by day and model; the parameters are the user, and then those of ``UsageReader``.
    package typealias UserUsageReader = @Sendable (Owner, String, String?, Int) async throws -> [UsageRecord]

    /// Returns sums of usage by quarters of hours.
    ///
    /// The parameters are the grouping, the client or all, the slots, and the limit.
    package typealias UsageSumReader = @Sendable (UsageGrouping, String?, Range<Int>, Int) async throws -> [UsageRecord]

    /// The routes, in the order in which they are matched.
    let routes: [AdminRoute]
    /// The states that events are made of.
    package let eventSources: AdminEventSources
    /// The exports of users.
    let userExport: UserExport

    /// Creates the interface of a vault and its clients.
    /// - Parameters:
    ///   - vault: The vault.
    ///   - clients: The clients of the same database.
    ///   - issuers: The issuers of tokens for users of clients.
    ///   - checker: Checks a key with its upstream.
    ///   - upstreams: Returns the names of the upstreams that have keys at that time.
    ///   - masterKeys: Reads the master keys again, in case they were changed while the server runs.
    ///   - usage: Returns the usage of clients.
    ///   - usageSums: Returns sums of usage by time.
    ///   - requireErasable: Checks, before a client is deleted, that its data can be erased.
    ///   - erase: Erases the data of a deleted client, or a user.
    ///   - scopes: The scopes that a client can have.
    ///   - hasPrices: Whether the operator has set prices for models.
    ///   - turnCost: Returns the cost that a turn reserves.
    ///   - outputLimit: The most tokens that a model may write in a round for a client whose tokens are counted.
    ///   - currency: The currency of the prices; `nil` if they cannot be read.
    ///   - conversations: The conversations of all clients.
    ///   - userExport: The exports of users.
    ///   - toolDefinitions: The definitions of other servers' tools.
    ///   - deleteConversation: Deletes a conversation that has no running turn.
    ///   - acceptedTools: Called after definitions of another server's tools were accepted.
    ///   - toolServers: Returns the states of the declared servers.
    ///   - leftOutTools: Returns the server's tools that requests left out since its start.
    ///   - authorizers: Returns the authorizers of the declared MCP servers.
    ///   - toolFiles: Returns the files of declared tools.
    ///   - runs: The runs of all clients.
    ///   - sessions: The sign-ins of browsers; `nil` if no server runs, or the pages are switched off.
    ///   - limitStatuses: Returns the state of a client's limits; `nil` if no server runs.
    ///   - models: The models that requests may name; `nil` if no server runs.
    package init(
        vault: KeyVault,
        clients: Clients,
        issuers: Issuers,
        checker: any KeyChecker,
        upstreams: @escaping @Sendable () -> [String],
        masterKeys: @escaping @Sendable () throws -> MasterKeyRing,
        usage: @escaping UsageReader,
        userUsage: @escaping UserUsageReader,
        usageSums: @escaping UsageSumReader,
        requireErasable: @escaping ClientAdministration.ErasureCheck,
        erase: @escaping ClientAdministration.Eraser,
        scopes: ScopeCatalog,
        hasPrices: Bool,
        turnCost: @escaping ClientAdministration.TurnCost,
        outputLimit: Int = 8192,
        currency: String? = nil,
        conversations: ConversationListings,
        userExport: UserExport,
        toolDefinitions: any ToolDefinitionStore,
        deleteConversation: @escaping ConversationAdministration.Deletion,
        acceptedTools: @escaping ToolAdministration.Listener = { _ in },
        toolServers: @escaping @Sendable () -> [MCPServerStatus] = { [] },
        leftOutTools: @escaping ToolAdministration.LeftOutTools = { [] },
        authorizers: @escaping ToolAuthorizationAdministration.Authorizers = { [:] },
        toolFiles: @escaping ToolFileAdministration.Files,
        runs: RunListings,
        sessions: BrowserSessions? = nil,
        limitStatuses: (@Sendable (Principal) async throws -> [LimitStatus])? = nil,
        models: ModelCatalog? = nil
    ) {
        let keyAdministration = KeyAdministration(vault: vault, checker: checker, upstreams: upstreams)
        let clientAdministration = ClientAdministration(
            clients: clients,
            scopes: scopes,
            hasPrices: hasPrices,
            turnCost: turnCost,
            outputLimit: outputLimit,
            requireErasable: requireErasable,
            erase: erase,
            limitStatuses: limitStatuses,
            currency: currency
        )
        self.userExport = userExport
        let runAdministration = RunAdministration(listings: runs, clients: clients)
        eventSources = AdminEventSources(
            keys: keyAdministration,
            clients: clientAdministration,
            runs: runAdministration,
            vault: vault,
            usage: usageSums,
            currency: currency
        )
        routes =
            keyAdministration.routes
            + KeyHistoryAdministration(vault: vault, upstreams: upstreams).routes
            + RotationAdministration(vault: vault, upstreams: upstreams).routes
            + clientAdministration.routes
            + IssuerAdministration(clients: clients, issuers: issuers).routes
            + UserAdministration(
                clients: clients,
                conversations: conversations,
                currency: currency,
                limitStatuses: limitStatuses,
                limitWarnings: { clientAdministration.warnings(of: $0) }
            ).routes
            + ConversationAdministration(
                conversations: conversations,
                vault: vault,
                clients: clients,
                delete: deleteConversation
            ).routes
            + UserDataAdministration(clients: clients, vault: vault, export: userExport, erase: erase).routes
            + VaultAdministration(vault: vault, masterKeys: masterKeys).routes
            + AuditAdministration(vault: vault).routes
            + UsageAdministration(
                usage: usage,
                userUsage: userUsage,
                sums: usageSums,
                clients: clients,
                currency: currency
            ).routes
            + ToolAdministration(
                store: toolDefinitions,
                vault: vault,
                accepted: acceptedTools,
                leftOut: leftOutTools,
                servers: toolServers,
                tools: { (try? toolFiles())?.offered ?? [] }
            ).routes
            + ToolAuthorizationAdministration(vault: vault, authorizers: authorizers).routes
            + ToolFileAdministration(files: toolFiles, vault: vault).routes
            + runAdministration.routes
            + SignInAdministration(sessions: sessions, clients: clients).routes
            + ModelAdministration(models: models).routes
    }

    /// Returns the route for a path below `/admin`, with the values of its parameters.
    package func route(_ method: HTTPRequest.Method, _ path: [String]) -> (AdminRoute, [String: String])? {
        for route in routes where route.endpoint.method == method {
            if let parameters = route.parameters(in: path) { return (route, parameters) }
        }
        return nil
    }
}

extension AdminRoute {
    /// Performs a call, unless its query has a field that the route does not know.
    package func perform(_ call: AdminCall) async throws -> AdminReply {
        let names = endpoint.query.map(\.name)
        if let unknown = call.query.keys.filter({ !names.contains($0) }).min() {
            let known = names.sorted().joined(separator: ", ")
            throw Problem(
                .invalidRequest,
                detail: "the query has an unknown field '\(unknown.excerpt())'; "
                    + (known.isEmpty ? "this path has no query" : "its fields are \(known)")
            )
        }
        return try await answer(call)
    }
}

extension Problem {
    /// The command line asks for what only a server knows, and none runs.
    static var noServer: Problem {
        Problem(.conflict, detail: "no server runs on this data folder; start it with `torii serve` first")
    }
}
