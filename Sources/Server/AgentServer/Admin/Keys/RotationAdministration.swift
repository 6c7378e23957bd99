import APIDescription
import AgentWire
import HTTPTypes
import KeyVault
import StoredValues
import StreamingJSON

/// The administration of rotations: the replacement of a key, and its rollback.
struct RotationAdministration: Sendable {
    let vault: KeyVault
    /// The names of the upstreams that have keys.
    let upstreams: @Sendable () -> [String]

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.rotationStart, answer: rotate),
            AdminRoute(.rotationsOfUpstream) { call in
                try await list(of: try call.upstream(among: upstreams()), for: call)
            },
            AdminRoute(.rotations) { call in try await list(of: nil, for: call) },
            AdminRoute(.rotation) { call in
                .json(WireRotation(try await vault.rotation(try await id(call))).jsonValue)
            },
            AdminRoute(.rollback, answer: rollBack),
        ]
    }

    /// Returns the id of the rotation in the path, which may be shortened if it is one of the latest thousand.
    private func id(_ call: AdminCall) async throws -> String {
        let text = try call.parameter("rotation")
        let ids = try await vault.rotations(limit: 1000).map(\.id)
        return try IDPrefix.resolve(text, among: ids, of: "rotation") ?? text
    }

    private func list(of upstream: String?, for call: AdminCall) async throws -> AdminReply {
        let limit = try call.integer("limit", in: 1...1000) ?? 100
        let rotations = try await vault.rotations(of: upstream, limit: limit)
        return .json(WireList(rotations.map { WireRotation($0) }).jsonValue)
    }

    private func rotate(_ call: AdminCall) async throws -> AdminReply {
        let upstream = try call.upstream(among: upstreams())
        let request = try RotationRequest(jsonValue: call.body ?? .null)
        let keys = try await vault.keys(of: upstream).map(\.id)
        let replaces = try request.replaces.map { try IDPrefix.resolve($0, among: keys, of: "key") ?? $0 }
        let standard = RotationOptions()
        let rotation = try await vault.rotate(
            upstream,
            to: request.secret,
            options: RotationOptions(
                replaces: replaces,
                force: request.force,
                drainSeconds: request.drainSeconds ?? standard.drainSeconds,
                keepSeconds: request.keepSeconds ?? standard.keepSeconds,
                expiresAt: request.expiresAt,
                idempotencyKey: call.idempotencyKey
            ),
            by: call.actor
        )
        do {
            try rotation.requireTaken()
        } catch {
            guard var problem = Problem(error) else { throw error }
            problem.extensions["rotation"] = .string(rotation.id)
            throw problem
        }
        return .created(WireRotation(rotation).jsonValue, at: "rotations/\(rotation.id)")
    }

    /// Rolls a rotation back.
    ///
    /// The same call again, as after a lost response, returns the same.
    private func rollBack(_ call: AdminCall) async throws -> AdminReply {
        let id = try await id(call)
        let force = try RollbackRequest(jsonValue: call.body ?? [:]).force
        let known = try await vault.rotation(id)
        if known.state == .rolledBack { return .json(WireRotation(known).jsonValue) }
        return .json(WireRotation(try await vault.rollBack(id, force: force, by: call.actor)).jsonValue)
    }
}
