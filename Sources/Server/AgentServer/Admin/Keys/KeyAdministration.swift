import APIDescription
import AgentWire
import Foundation
import HTTPTypes
import KeyVault
import StoredValues
import StreamingJSON

/// The administration of upstream keys: reading, adding, changing, removing and checking them.
///
/// No response contains a key.
struct KeyAdministration: Sendable {
    let vault: KeyVault
    let checker: any KeyChecker
    /// The names of the upstreams that have keys.
    let upstreams: @Sendable () -> [String]

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.pools) { _ in .json(WireList(try await pools()).jsonValue) },
            AdminRoute(.keys) { call in
                let keys = try await vault.keys(of: try call.upstream(among: upstreams()))
                return .json(WireList(keys.map { WireKey($0) }).jsonValue)
            },
            AdminRoute(.keyAddition, answer: add),
            AdminRoute(.keyChange, answer: change),
            AdminRoute(.keyRemoval) { call in
                try await vault.remove(try await key(call), by: call.actor)
                return .nothing
            },
            AdminRoute(.keyCheck) { call in
                let id = try await key(call)
                let check = try await vault.check(id, by: call.actor)
                let key = try await vault.keys().first { $0.id == id }
                return .json(WireKeyReply(key: key.map { WireKey($0) }, check: WireKeyCheck(check)).jsonValue)
            },
            AdminRoute(.keyRestoration) { call in
                let key = try await vault.restore(try await key(call), by: call.actor)
                return .json(WireKeyReply(key: WireKey(key)).jsonValue)
            },
            AdminRoute(.keyConfirmation) { call in
                let request = try KeyConfirmation(jsonValue: call.body ?? .null)
                let key = try await vault.confirm(try await key(call), for: request.destinations, by: call.actor)
                return .json(WireKeyReply(key: WireKey(key)).jsonValue)
            },
        ]
    }

    /// Returns the pools of all upstreams.
    func pools() async throws -> [WirePool] {
        let keys = try await vault.keys()
        let rotations = try await vault.rotations()
        return upstreams().map { name in
            let active = keys.filter { $0.upstream == name && $0.state == .active }
            let current = rotations.first { $0.upstream == name && $0.state.isUnderWay }
            return WirePool(
                name: name,
                activeKeys: active.count,
                health: Self.counts(active.compactMap { WireKeyHealth($0)?.state }),
                leasesOut: active.reduce(0) { $0 + $1.leasesOut },
                rotation: current.map { WirePool.Rotation(id: $0.id, state: WireRotation.State($0.state)) }
            )
        }
    }

    /// Returns the number of keys in each state of health.
    private static func counts(_ states: [WireKeyHealth.State]) -> WirePool.Health {
        func count(_ state: WireKeyHealth.State) -> Int { states.count { $0 == state } }
        return WirePool.Health(
            healthy: count(.healthy),
            unchecked: count(.unchecked),
            inDoubt: count(.inDoubt),
            resting: count(.resting),
            outOfCredit: count(.outOfCredit),
            dead: count(.dead)
        )
    }

    private func add(_ call: AdminCall) async throws -> AdminReply {
        let upstream = try call.upstream(among: upstreams())
        let request = try KeyRequest(jsonValue: call.body ?? .null)
        let secret = try request.secret.asKey(checker.form(of: upstream))
        // A key that its upstream refuses is useless, and most often a typing error.
        // The destinations are read once, so that a file that changes meanwhile does not have the key.
        let destinations = checker.destinations(of: upstream) ?? []
        let check = await checker.check(secret, for: upstream, within: destinations)
        if case .invalid(let reason) = check {
            throw Problem(
                .keyRefused,
                detail: "\(upstream) refused the key (\(reason)), so it was not stored; check the key and try again"
            )
        }
        let key = try await vault.add(
            secret,
            to: upstream,
            label: request.label ?? "admin",
            settings: KeySettings(
                weight: request.weight ?? 1,
                models: request.models ?? [],
                tools: request.tools ?? [],
                expiresAt: request.expiresAt
            ),
            check: check,
            destinations: destinations,
            by: call.actor
        )
        return .created(WireKeyReply(key: WireKey(key), check: WireKeyCheck(check)).jsonValue)
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let id = try await key(call)
        let request = try KeyChangeRequest(jsonValue: call.body ?? [:])
        let change = SealedSecretChange(
            label: request.label,
            weight: request.weight,
            models: request.models,
            tools: request.tools,
            expiresAt: request.expiresAt
        )
        let key = try await vault.change(id, change, by: call.actor)
        return .json(WireKeyReply(key: WireKey(key)).jsonValue)
    }

    /// Returns the id of the key in the path, which may be shortened.
    ///
    /// The key must belong to the upstream in the path.
    private func key(_ call: AdminCall) async throws -> String {
        let (upstream, text) = (try call.upstream(among: upstreams()), try call.parameter("key"))
        let ids = try await vault.keys(of: upstream).map(\.id)
        guard let id = try IDPrefix.resolve(text, among: ids, of: "key") else {
            throw Problem(.notFound, detail: "\(upstream) has no key '\(text.excerpt())'")
        }
        return id
    }
}

extension Rotation.State {
    /// Whether the rotation is still in progress.
    var isUnderWay: Bool {
        switch self {
        case .requested, .verifying, .active, .draining: true
        case .retired, .rejected, .rolledBack: false
        }
    }
}
