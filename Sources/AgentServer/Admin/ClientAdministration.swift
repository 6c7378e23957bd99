import AgentWire
import Foundation
import HTTPTypes
import KeyVault
import Storage
import StreamingJSON

/// Clients and administrators: their scopes, limits and tokens.
struct ClientAdministration: Sendable {
    /// Erases everything of a client that was removed.
    typealias Eraser = @Sendable (_ client: String, _ actor: AuditActor) async throws -> Void

    let clients: Clients
    let erase: Eraser

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.get, "clients") { _ in .json(["clients": .array(clients.list().map(\.jsonValue))]) },
            AdminRoute(.post, "clients", answer: create),
            AdminRoute(.get, "clients/:client") { call in
                .json(["client": try clients.client(try call.parameter("client")).jsonValue])
            },
            AdminRoute(.patch, "clients/:client", answer: change),
            AdminRoute(.delete, "clients/:client", query: ["keep"], answer: delete),
            AdminRoute(.post, "clients/:client/rotate", answer: rotate),
            AdminRoute(.post, "clients/:client/revoke") { call in
                .json(["client": try await clients.revoke(try client(call), by: call.actor).jsonValue])
            },
            AdminRoute(.post, "clients/:client/tokens", answer: issue),
            AdminRoute(.delete, "clients/:client/tokens/:token") { call in
                let id = try client(call)
                try await clients.revokeToken(try call.parameter("token"), of: id, by: call.actor)
                return .nothing
            },
        ]
    }

    private func create(_ call: AdminCall) async throws -> AdminReply {
        var fields = try call.fields(["name", "scopes", "limits", "expires_at"])
        let name = fields.requiredText("name")
        let scopes = Self.scopes(in: &fields) ?? Scope.forClients
        let limits = Self.limits(in: &fields) ?? .none
        let expiry = fields.date("expires_at")
        try fields.check()
        try Self.requireMayGrant(scopes, call)
        let draft = ClientDraft(name: name, scopes: scopes, limits: limits, expiresAt: expiry)
        let issued = try await clients.create(draft, by: call.actor)
        return .created(issued.jsonValue, at: "clients/\(issued.client.id)")
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(["name", "scopes", "limits", "expires_at"])
        let change = ClientChange(
            name: fields.string("name"),
            scopes: Self.scopes(in: &fields),
            limits: Self.limits(in: &fields),
            expiresAt: fields.mentions("expires_at") ? .some(fields.date("expires_at")) : nil
        )
        try fields.check()
        try Self.requireMayGrant(change.scopes ?? [], call)
        return .json(["client": try await clients.update(id, change, by: call.actor).jsonValue])
    }

    /// Removes a client and erases its data, unless that is to be kept.
    ///
    /// Of a client that was removed before, with its data kept or before an erasure was done, the data is erased.
    private func delete(_ call: AdminCall) async throws -> AdminReply {
        let keepsData = try call.query("keep", "true or false") { Bool($0) } ?? false
        let id = try call.parameter("client")
        do {
            try await clients.delete(try client(call), keepsData: keepsData, by: call.actor)
        } catch let error as KeyVaultError where error.code == .unknownClient && !keepsData {
            try await erase(id, call.actor)
            return .nothing
        }
        if !keepsData { try await erase(id, call.actor) }
        return .nothing
    }

    private func rotate(_ call: AdminCall) async throws -> AdminReply {
        let id = try client(call)
        var fields = try call.fields(["token", "overlap_seconds"])
        let token = fields.string("token")
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
        let client = try clients.client(try call.parameter("client"))
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

    private static func scopes(in fields: inout RequestFields) -> Set<Scope>? {
        guard let words = fields.strings("scopes") else { return nil }
        var scopes: Set<Scope> = []
        for word in words {
            do { scopes.insert(try Scope(word)) } catch { fields.reject("scopes", error.message) }
        }
        return scopes
    }

    private static func limits(in fields: inout RequestFields) -> ClientLimits? {
        guard let object = fields.object("limits") else { return nil }
        do { return try ClientLimits(jsonValue: object) } catch {
            fields.reject("limits", error)
            return nil
        }
    }
}
