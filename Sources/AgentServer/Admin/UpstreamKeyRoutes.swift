import AgentWire
import Hummingbird
import KeyVault
import StreamingJSON

/// The admin endpoint for upstream keys: list, add, remove, rotate.
///
/// A key goes in and never comes out.
struct UpstreamKeyRoutes {
    let vault: KeyVault
    let checker: any KeyChecker

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.get("upstreams") { _, _ in try await upstreams() }
        group.get("upstreams/:upstream/keys") { _, context in try await list(try Self.upstream(context)) }
        group.post("upstreams/:upstream/keys") { request, context in
            var request = request
            return try await add(KeyRequest(jsonValue: try await request.json()), to: try Self.upstream(context))
        }
        group.delete("upstreams/:upstream/keys/:key") { _, context in
            try await remove(try context.parameters.require("key"), from: try Self.upstream(context))
        }
        group.post("upstreams/:upstream/rotations") { request, context in
            var request = request
            return try await rotate(
                RotationRequest(jsonValue: try await request.json()),
                at: try Self.upstream(context)
            )
        }
    }

    private static func upstream(_ context: ToriiRequestContext) throws -> Upstream {
        let name = try context.parameters.require("upstream")
        guard let upstream = Upstream(rawValue: name) else {
            let known = Upstream.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, detail: "there is no upstream '\(name)' that takes a key; there are \(known)")
        }
        return upstream
    }

    private func upstreams() async throws -> Response {
        let keys = try await vault.keys()
        let upstreams = Upstream.allCases.map { upstream -> JSONValue in
            let active = keys.filter { $0.upstream == upstream.rawValue && $0.state == .active }
            return ["name": .string(upstream.rawValue), "active_keys": .integer(active.count)]
        }
        return .json(["upstreams": .array(upstreams)])
    }

    private func list(_ upstream: Upstream) async throws -> Response {
        let keys = try await vault.keys(of: upstream.rawValue)
        return .json(["keys": .array(keys.map(\.jsonValue))])
    }

    private func add(_ request: KeyRequest, to upstream: Upstream) async throws -> Response {
        // A key that its upstream refuses is of no use to anyone, and most often a slip of the hand.
        let check = await checker.check(request.secret, for: upstream.rawValue)
        if case .invalid(let reason) = check {
            throw Problem(.keyRefused, detail: "\(upstream.rawValue) refused the key (\(reason)); it was not stored")
        }
        let key = try await vault.add(request.secret, to: upstream.rawValue, label: request.label ?? "admin")
        return .json(["key": key.jsonValue, "check": check.jsonValue], status: .created)
    }

    private func remove(_ key: String, from upstream: Upstream) async throws -> Response {
        guard try await vault.keys(of: upstream.rawValue).contains(where: { $0.id == key }) else {
            throw Problem(.notFound, detail: "\(upstream.rawValue) has no key '\(key)'")
        }
        try await vault.remove(key)
        return Response(status: .noContent)
    }

    private func rotate(_ request: RotationRequest, at upstream: Upstream) async throws -> Response {
        let rotation = try await vault.rotate(
            upstream.rawValue,
            to: request.secret,
            options: RotationOptions(replaces: request.replaces, force: request.force)
        )
        try rotation.requireTaken()
        let keys = try await vault.keys(of: upstream.rawValue)
        func key(_ id: String) -> JSONValue { keys.first { $0.id == id }?.jsonValue ?? .null }
        return .json([
            "retired": key(rotation.oldKey),
            "active": key(rotation.newKey),
            "check": rotation.check?.jsonValue ?? .null,
        ])
    }
}
