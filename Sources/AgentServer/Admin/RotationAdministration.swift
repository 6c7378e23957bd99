import AgentWire
import HTTPTypes
import KeyVault
import StreamingJSON

/// Rotations: a new key in an old one's place, and the way back.
struct RotationAdministration: Sendable {
    let vault: KeyVault

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.post, "upstreams/:upstream/rotations", answer: rotate),
            AdminRoute(.get, "upstreams/:upstream/rotations", query: ["limit"]) { call in
                try await list(of: try call.upstream().rawValue, for: call)
            },
            AdminRoute(.get, "rotations", query: ["limit"]) { call in try await list(of: nil, for: call) },
            AdminRoute(.get, "rotations/:rotation") { call in
                .json(try await vault.rotation(try call.parameter("rotation")).jsonValue)
            },
            AdminRoute(.post, "rotations/:rotation/rollback", answer: rollBack),
        ]
    }

    private func list(of upstream: String?, for call: AdminCall) async throws -> AdminReply {
        let limit = try call.integer("limit", in: 1...1000) ?? 100
        let rotations = try await vault.rotations(of: upstream, limit: limit)
        return .json(["rotations": .array(rotations.map(\.jsonValue))])
    }

    private func rotate(_ call: AdminCall) async throws -> AdminReply {
        let upstream = try call.upstream().rawValue
        let request = try RotationRequest(jsonValue: call.body ?? .null)
        let standard = RotationOptions()
        let rotation = try await vault.rotate(
            upstream,
            to: request.secret,
            options: RotationOptions(
                replaces: request.replaces,
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
        return .created(rotation.jsonValue, at: "rotations/\(rotation.id)")
    }

    /// Rolls back; asked again, as after a lost reply, it answers the same.
    private func rollBack(_ call: AdminCall) async throws -> AdminReply {
        let id = try call.parameter("rotation")
        var fields = try call.fields(["force"])
        let force = fields.bool("force") ?? false
        try fields.check()
        let known = try await vault.rotation(id)
        if known.state == .rolledBack { return .json(known.jsonValue) }
        return .json(try await vault.rollBack(id, force: force, by: call.actor).jsonValue)
    }
}
