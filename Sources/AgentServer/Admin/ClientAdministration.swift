import Accounts
import AgentWire
import Foundation
import HTTPTypes
package import KeyVault
import Storage
import StreamingJSON

/// Clients and administrators: their scopes, limits and tokens.
package struct ClientAdministration: Sendable {
    /// Erases everything of a client that was removed.
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

    /// Removes a client and erases its data, unless that is to be kept.
    ///
    /// Of a client that was removed before, with its data kept or before an erasure was done, the data is erased.
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
    /// The client that the path names, if the caller may change it.
    private func client(_ call: AdminCall) throws -> String {
        let client = try clients.client(try id(call))
        try Self.requireMayGrant(Set(client.scopes), call)
        return client.id
    }

    /// Refuses to hand out power over the server that the caller does not have: who may make clients only could otherwise
    /// make one that may read or change keys.
    private static func requireMayGrant(_ scopes: Set<Scope>, _ call: AdminCall) throws(Problem) {
        let administrative = scopes.filter(\.isAdministrative).sorted()
        guard let missing = administrative.first(where: { !call.scopes.cover($0) }) else { return }
        throw Problem(
            .forbidden,
            detail: "only who has the scope '\(missing)' may give it to a client, or change a client that has it"
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

    /// The id that the path names, whole or by its beginning; a text that is none stays as it is.
    private func id(_ call: AdminCall) throws(Problem) -> String {
        let text = try call.parameter("client")
        return try IDPrefix.resolve(text, among: clients.list().map(\.id), of: "client") ?? text
    }

    /// The id of a client's token that a call names, whole or by its beginning.
    private func token(_ text: String, of client: String) throws -> String {
        try IDPrefix.resolve(text, among: clients.client(client).tokens.map(\.id), of: "token") ?? text
    }

    /// Makes a change, and points at the field `name` when another client has the name.
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

    /// An answer with a warning beside it when limits in money keep the client from models that have no price.
    private func warned(_ answer: JSONValue, of limits: ClientLimits) -> JSONValue {
        guard !hasPrices, limits.moneyPerDay != nil || limits.moneyPerMonth != nil, var object = answer.objectValue
        else {
            return answer
        }
        object["warnings"] = [
            """
            TORII_PRICE_FILE is not set, so no model of a provider has a price: with a limit in money this client can use \
            phrasebook and Ollama's models only
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
