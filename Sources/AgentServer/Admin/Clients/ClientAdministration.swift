import Accounts
import AgentWire
import Foundation
import HTTPTypes
package import KeyVault
import Storage
import StreamingJSON

/// Clients and administrators: their scopes, limits and tokens.
package struct ClientAdministration: Sendable {
    /// Erases the data of a deleted client.
    package typealias Eraser = @Sendable (_ client: String, _ actor: AuditActor) async throws -> Void

    let clients: Clients
    let scopes: ScopeCatalog
    /// Whether the operator has set prices for models.
    let hasPrices: Bool
    let erase: Eraser

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.clients) { _ in .json(["clients": .array(clients.list().map(\.jsonValue))]) },
            AdminRoute(.clientCreation, answer: create),
            AdminRoute(.client) { call in
                .json(["client": try clients.client(try id(call)).jsonValue])
            },
            AdminRoute(.clientChange, answer: change),
            AdminRoute(.clientDeletion, answer: delete),
            AdminRoute(.clientRotation, answer: rotate),
            AdminRoute(.clientRevocation) { call in
                .json(["client": try await clients.revoke(try client(call), by: call.actor).jsonValue])
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

    private func create(_ call: AdminCall) async throws -> AdminReply {
        var fields = try call.fields(["name", "scopes", "limits", "expires_at"])
        let name = fields.requiredText("name")
        let scopes = scopes(in: &fields) ?? Scope.forClients
        let limits = Self.limits(in: &fields) ?? .none
        let expiry = fields.date("expires_at")
        try fields.check()
        try Self.requireMayGrant(scopes, call)
        let draft = ClientDraft(name: name, scopes: scopes, limits: limits, expiresAt: expiry)
        let issued = try await naming(fields) { try await clients.create(draft, by: call.actor) }
        return .created(warned(issued.jsonValue, of: limits), at: "clients/\(issued.client.id)")
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(["name", "scopes", "limits", "expires_at"])
        let name = fields.string("name")
        let change = ClientChange(
            name: name,
            scopes: scopes(in: &fields),
            limits: Self.limits(in: &fields),
            expiresAt: fields.contains("expires_at") ? .some(fields.date("expires_at")) : nil
        )
        try fields.check()
        try Self.requireMayGrant(change.scopes ?? [], call)
        let client = try await naming(fields) { try await clients.update(id, change, by: call.actor) }
        return .json(warned(["client": client.jsonValue], of: change.limits ?? .none))
    }

    /// Deletes a client, and its data unless the query says to keep it.
    ///
    /// For a client that was deleted before (its data was kept, or its erasure was interrupted) the data is erased.
    private func delete(_ call: AdminCall) async throws -> AdminReply {
        let keepsData = try call.query("keep", "true or false") { Bool($0) } ?? false
        let id: String
        do {
            id = try client(call)
            try await clients.delete(id, keepsData: keepsData, by: call.actor)
        } catch let error as AccountsError where error.code == .unknownClient && !keepsData {
            try await erase(try call.parameter("client"), call.actor)
            return .nothing
        }
        if !keepsData { try await erase(id, call.actor) }
        return .nothing
    }

    private func rotate(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(["token", "overlap_seconds"])
        let token = try fields.string("token").map { try self.token($0, of: id) }
        let overlap = fields.integer("overlap_seconds") ?? 86_400
        if !(0...366 * 86_400).contains(overlap) { fields.reject("overlap_seconds", "must be from 0 to a year") }
        try fields.check()
        let issued = try await clients.rotate(id, token: token, overlap: .seconds(overlap), by: call.actor)
        return .created(issued.jsonValue)
    }

    private func issue(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(["expires_at"])
        let expiry = fields.date("expires_at")
        try fields.check()
        return .created(try await clients.issueToken(for: id, expiresAt: expiry, by: call.actor).jsonValue)
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

    private func scopes(in fields: inout RequestFields) -> Set<Scope>? {
        guard let words = fields.strings("scopes") else { return nil }
        var scopes: Set<Scope> = []
        for word in words {
            do { scopes.insert(try self.scopes.scope(word)) } catch { fields.reject("scopes", error.detail) }
        }
        return scopes
    }

    /// Returns the id in the path, which may be shortened; any other text unchanged.
    private func id(_ call: AdminCall) throws(Problem) -> String {
        let text = try call.parameter("client")
        return try IDPrefix.resolve(text, among: clients.list().map(\.id), of: "client") ?? text
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

    /// Returns a response with a warning if limits in money exclude the client from models without a price.
    private func warned(_ answer: JSONValue, of limits: ClientLimits) -> JSONValue {
        guard !hasPrices, limits.moneyPerDay != nil || limits.moneyPerMonth != nil, var object = answer.objectValue
        else {
            return answer
        }
        object["warnings"] = [
            """
            TORII_PRICE_FILE is not set, so models of providers have no price: with a limit in money this client can only use \
            phrasebook and Ollama's models
            """
        ]
        return .object(object)
    }

    private static func limits(in fields: inout RequestFields) -> ClientLimits? {
        guard let object = fields.object("limits") else { return nil }
        do { return try ClientLimits(jsonValue: object) } catch {
            fields.reject("limits", error)
            return nil
        }
    }
}
