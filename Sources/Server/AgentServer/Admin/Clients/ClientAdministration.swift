import APIDescription
import Accounts
import AgentWire
import Foundation
import HTTPTypes
package import KeyVault
package import StoredValues
import StreamingJSON
package import ToolRecords

/// Clients and administrators: their scopes, limits and tokens.
package struct ClientAdministration: Sendable {
    /// Erases all data of a deleted client, or a user of a client.
    package typealias Eraser = @Sendable (_ owner: Owner, _ actor: AuditActor) async throws -> Void

    /// Checks that nothing keeps the data of an owner from being erased now.
    package typealias ErasureCheck = @Sendable (_ owner: Owner) async throws -> Void

    /// Returns the highest cost of a turn with so many input and output tokens, and the model that decides it; `nil` if turns are free or
    /// have no price.
    package typealias TurnCost = @Sendable (_ input: Int, _ output: Int) -> (model: String, cost: Money)?

    let clients: Clients
    let scopes: ScopeCatalog
    /// Whether the operator has set prices for models.
    let hasPrices: Bool
    /// Returns the cost that a turn reserves.
    let turnCost: TurnCost
    /// The most tokens that a model may write in a round for a client whose tokens are counted.
    let outputLimit: Int
    let requireErasable: ErasureCheck
    let erase: Eraser
    /// Returns the state of a client's limits; `nil` if no server runs.
    let limitStatuses: (@Sendable (Principal) async throws -> [LimitStatus])?
    /// The currency of the amounts of money; `nil` if the prices cannot be read.
    let currency: String?

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.clients, answer: list),
            AdminRoute(.clientLimits, answer: limitUse),
            AdminRoute(.clientCreation, answer: create),
            AdminRoute(.client) { call in
                .json(
                    WireClientReply(client: WireClient(try clients.client(try id(call)), currency: currency)).jsonValue
                )
            },
            AdminRoute(.clientChange, answer: change),
            AdminRoute(.clientDeletion, answer: delete),
            AdminRoute(.clientRotation, answer: rotate),
            AdminRoute(.clientRevocation) { call in
                let client = try await clients.revoke(try client(call), by: call.actor)
                return .json(WireClientReply(client: WireClient(client, currency: currency)).jsonValue)
            },
            AdminRoute(.tokenIssue, answer: issue),
            AdminRoute(.tokenRevocation) { call in
                let id = try client(call)
                let token = try token(try call.parameter("token"), of: id)
                try await clients.revokeToken(token, of: id, by: call.actor)
                return .nothing
            },
        ]
    }

    /// Lists the clients, all of them unless the query asks for fewer.
    private func list(_ call: AdminCall) async throws -> AdminReply {
        var found = clients.list()[...]
        if let after = call.query["after"] {
            guard let index = found.firstIndex(where: { $0.id == after }) else {
                throw Problem(.invalidRequest, detail: "'after' names no client; start again without it")
            }
            found = found[(index + 1)...]
        }
        if let name = call.query["name"]?.lowercased() {
            found = found.filter { $0.name.lowercased().contains(name) }[...]
        }
        let limit = try call.integer("limit", in: 1...10_000)
        let page = found.prefix(limit ?? .max).map { WireClient($0, currency: currency) }
        if call.wantsTable { return .table(CSVTable(page)) }
        guard case .object(var object) = WireList(page).jsonValue, limit != nil else {
            return .json(WireList(page).jsonValue)
        }
        object["next"] = .text(found.count > page.count ? page.last?.id : nil)
        return .json(.object(object))
    }

    private func create(_ call: AdminCall) async throws -> AdminReply {
        var fields = try call.fields(ClientRequest.fields.names)
        let request = try ClientRequest(reading: &fields)
        let scopes = scopes(of: request.scopes, in: &fields) ?? Scope.forClients
        let limits = Self.limits(of: request.limits, in: &fields) ?? .none
        try fields.check()
        try Self.requireMayGrant(scopes, call)
        let draft = ClientDraft(
            name: request.name,
            scopes: scopes,
            limits: limits,
            instructions: request.instructions,
            expiresAt: request.expiresAt
        )
        let issued = try await naming(fields) { try await clients.create(draft, by: call.actor) }
        let reply = WireClientReply(
            issued,
            currency: currency,
            warnings: warnings(of: limits) + Self.warnings(of: scopes)
        )
        return .created(reply.jsonValue, at: "clients/\(issued.client.id)")
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(ClientChangeRequest.fields.names)
        let request = try ClientChangeRequest(reading: &fields)
        let change = ClientChange(
            name: request.name,
            scopes: scopes(of: request.scopes, in: &fields),
            limits: Self.limits(of: request.limits, in: &fields),
            instructions: request.instructions,
            expiresAt: request.expiresAt
        )
        try fields.check()
        try Self.requireMayGrant(change.scopes ?? [], call)
        let client = try await naming(fields) { try await clients.update(id, change, by: call.actor) }
        let warnings = warnings(of: change.limits ?? .none) + Self.warnings(of: change.scopes ?? [])
        return .json(WireClientReply(client: WireClient(client, currency: currency), warnings: warnings).jsonValue)
    }

    /// Deletes a client, and its data unless the query says to keep it.
    ///
    /// For a client that was deleted before (its data was kept, or its erasure was interrupted) the data is erased.
    private func delete(_ call: AdminCall) async throws -> AdminReply {
        let keepsData = try call.query("keep", "true or false") { Bool($0) } ?? false
        let id: String
        do {
            id = try client(call)
            // A client whose data cannot be erased now keeps its tokens, so that it can end its runs.
            if !keepsData { try await requireErasable(Owner(client: id)) }
            try await clients.delete(id, keepsData: keepsData, by: call.actor)
        } catch let error as AccountsError where error.code == .unknownClient && !keepsData {
            try await erase(Owner(client: try call.parameter("client")), call.actor)
            return .nothing
        }
        if !keepsData { try await erase(Owner(client: id), call.actor) }
        return .nothing
    }

    private func limitUse(_ call: AdminCall) async throws -> AdminReply {
        let id = try id(call)
        _ = try clients.client(id)
        guard let limitStatuses else {
            throw Problem(
                .conflict,
                detail: "no server runs on this data folder, so nothing is in use; start it with `torii serve`"
            )
        }
        guard let client = clients.holder(id) else { return .json(WireList([WireLimitUse]()).jsonValue) }
        let statuses = try await limitStatuses(client)
        return .json(WireList(statuses.map { WireLimitUse($0, at: Date(), currency: currency) }).jsonValue)
    }

    private func rotate(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        let request = try TokenRotationRequest(jsonValue: call.body ?? [:])
        let token = try request.token.map { try self.token($0, of: id) }
        let overlap = request.overlapSeconds ?? 86_400
        let issued = try await clients.rotate(id, token: token, overlap: .seconds(overlap), by: call.actor)
        return .created(WireClientReply(issued, currency: currency).jsonValue)
    }

    private func issue(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        let expiry = try TokenRequest(jsonValue: call.body ?? [:]).expiresAt
        let issued = try await clients.issueToken(for: id, expiresAt: expiry, by: call.actor)
        return .created(WireClientReply(issued, currency: currency).jsonValue)
    }
}

extension ClientAdministration {
    /// Returns the client in the path, if the caller may change it.
    private func client(_ call: AdminCall) throws -> String {
        let client = try clients.client(try id(call))
        try Self.requireMayGrant(Set(client.scopes), call)
        return client.id
    }

    /// Refuses to grant administrative scopes that the caller does not have.
    ///
    /// Otherwise a caller that may only create clients could create one that may read or change keys.
    private static func requireMayGrant(_ scopes: Set<Scope>, _ call: AdminCall) throws(Problem) {
        let administrative = scopes.filter(\.isAdministrative).sorted()
        guard let missing = administrative.first(where: { !call.scopes.cover($0) }) else { return }
        throw Problem(
            .forbidden,
            detail: "you need the scope '\(missing)' yourself to grant it to a client or to change a client that has it"
        )
    }

    private func scopes(of words: [String]?, in fields: inout RequestFields) -> Set<Scope>? {
        guard let words else { return nil }
        var scopes: Set<Scope> = []
        for word in words {
            do { scopes.insert(try self.scopes.scope(word)) } catch { fields.reject("scopes", error.detail) }
        }
        return scopes
    }

    /// Returns the id in the path, which may be shortened; any other text unchanged.
    private func id(_ call: AdminCall) throws(Problem) -> String {
        let text = try call.parameter("client")
        return try IDPrefix.client(text, among: clients)
    }

    /// Returns the id of a client's token, which may be shortened.
    private func token(_ text: String, of client: String) throws -> String {
        try IDPrefix.resolve(text, among: clients.client(client).tokens.map(\.id), of: "token") ?? text
    }

    /// Performs a change, and names the field `name` in the error if another client has the name.
    private func naming<Value>(_ fields: RequestFields, _ change: () async throws -> Value) async throws -> Value {
        do {
            return try await change()
        } catch let error as AccountsError where error.code == .clientNameTaken {
            var fields = fields
            fields.reject("name", error.message)
            try fields.check()
            throw error
        }
    }

    /// Returns a warning about a scope whose holder chooses whose data it sees.
    private static func warnings(of scopes: Set<Scope>) -> [String] {
        guard scopes.contains(.users) else { return [] }
        return [
            "a token with the scope 'users' sees the data of every user of the client: only the app's own backend may have it, never an "
                + "app or a page"
        ]
    }

    /// The tokens of a short message with the server's instructions, and those of its own tools beside them, rounded up.
    private static let (leastInput, toolInput) = (1000, 3000)

    /// Returns warnings about limits that exclude the client, or a user of it, from models or from turns.
    func warnings(of limits: ClientLimits) -> [String] {
        let whole = Self.leastInput + Self.toolInput + outputLimit
        let tokens = [
            ("tokens_per_minute", limits.tokensPerMinute), ("tokens_per_day", limits.tokensPerDay),
            ("tokens_per_month", limits.tokensPerMonth),
        ]
        return warnings(ofMoney: limits)
            + tokens.compactMap { name, limit -> String? in
                guard let limit, limit < whole else { return nil }
                guard limit >= Self.leastInput else {
                    return
                        "\(name) is \(limit), which fits no turn; the smallest useful number is \(Self.leastInput), for short "
                        + "messages with an answer that the request limits"
                }
                return
                    "\(name) is \(limit), and a turn reserves up to \(whole): \(outputLimit) for its answer, the rest for "
                    + "instructions and tools. Only turns whose request limits the answer (max_output_tokens) or has few tools fit"
            }
    }

    private func warnings(ofMoney limits: ClientLimits) -> [String] {
        var warnings: [String] = []
        if !hasPrices, limits.hasMoneyBudget {
            warnings.append(
                """
                TORII_PRICE_FILE is not set, so only the models that Torii knows have a price: with a limit in money this client \
                cannot use other ones
                """
            )
        }
        let money = [("money_per_day", limits.moneyPerDay), ("money_per_month", limits.moneyPerMonth)]
        guard let least = turnCost(Self.leastInput, 0),
            let whole = turnCost(Self.leastInput + Self.toolInput, outputLimit)
        else { return warnings }
        func amount(_ money: Money) -> String {
            [money.description, currency].compactMap(\.self).joined(separator: " ")
        }
        return warnings
            + money.compactMap { name, limit -> String? in
                guard let limit, limit < whole.cost else { return nil }
                guard limit >= least.cost else {
                    return
                        "\(name) is \(amount(limit)), which fits no turn with \(least.model); set \(amount(least.cost)) or more"
                }
                return
                    "\(name) is \(amount(limit)), and a turn with \(whole.model) reserves up to \(amount(whole.cost)). Shorter turns, "
                    + "those with a lower max_output_tokens and those of cheaper models fit"
            }
    }

    private static func limits(of limits: WireClientLimits?, in fields: inout RequestFields) -> ClientLimits? {
        guard let limits else { return nil }
        do { return try ClientLimits(limits) } catch {
            fields.reject("limits", error)
            return nil
        }
    }
}

extension WireLimitUse {
    /// Makes the description of a limit's state.
    init(_ status: LimitStatus, at now: Date, currency: String?) {
        func amount(_ value: Int) -> JSONValue {
            status.name.isMoney ? .string(Money(micros: value).description) : .integer(value)
        }
        let used = max(0, status.quota - status.remaining - status.reserved)
        self.init(
            name: status.name.rawValue,
            quota: amount(status.quota),
            used: amount(used),
            reserved: amount(status.reserved),
            share: status.quota > 0 ? min(1, Double(status.quota - status.remaining) / Double(status.quota)) : 1,
            resetsAt: status.resetSeconds.map { now + Double($0) },
            currency: status.name.isMoney ? currency : nil
        )
    }
}
