import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

/// `torii keys rotate`: the replacement of a key by a new one.
struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace a key by a new one.",
        discussion: """
            Type the new key, which is not shown, or pipe it in. It is checked with its upstream first; if it is refused, nothing \
            changes. Calls in progress finish with the old key, which is kept for a rollback. If the response is lost, the request is \
            sent again and has no second effect.
            """
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Option(help: "The id of the key to replace. Default: the upstream's only or latest key.")
    var replaces: String?

    @Option(help: "The most seconds to wait for calls with the old key. Default: 600.")
    var drain: Int?

    @Option(help: "The seconds after that for which the old key is kept for a rollback. Default: 86400.")
    var keep: Int?

    @Option(help: "The time when the new key expires, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @Flag(help: "Continue if the new key cannot be checked. A refused key is never used.")
    var force = false

    @OptionGroup var options: AdminOptions

    func validate() throws { try KeyOnCommandLine.refuse(asUpstream: upstream) }

    func run() async throws {
        let secret = try SecretInput.read("New key of \(upstream)")
        try await options.withAdmin(for: .services) { admin in
            var request = RotationRequest(
                secret: secret,
                force: force,
                drainSeconds: drain,
                keepSeconds: keep,
                expiresAt: try TimeOption.read(expires, option: "expires")
            )
            if let replaces { request.replaces = try await admin.key(replaces, of: upstream) }
            let call = AdminClient.Call(
                .post,
                "upstreams",
                upstream,
                "rotations",
                body: request.jsonValue,
                idempotencyKey: UUID().uuidString.lowercased()
            )
            try options.print(try await admin.send(call, as: WireRotation.self), as: Self.sentence)
        }
    }

    /// Returns what the check of the new key has shown, and what happens if it was too little.
    private static func proof(of rotation: WireRotation) -> String {
        (rotation.check?.result == .verified
            ? "Its check cost nothing and may need fewer permissions than calls do."
            : "The new key could not be checked.")
            + " If its calls are refused within a minute, the old key is put back; see `torii keys rotations`."
    }

    /// Returns the state of a rotation as a sentence.
    static func sentence(_ rotation: WireRotation) -> String {
        let id = Cell.id(rotation.id)
        let oldKey = Cell.id(rotation.oldKey)
        let keys = "key \(Cell.id(rotation.newKey)) for key \(oldKey)"
        return switch rotation.state {
        case .draining, .active:
            "Rotation \(id): \(keys); waiting for \(rotation.leasesOut) calls with the old one.\n" + proof(of: rotation)
        case .retired:
            "Rotation \(id): \(keys); the old one is kept until \(Cell.time(rotation.keptUntil)).\n"
                + proof(of: rotation)
        case .rolledBack: "Rotation \(id): rolled back, key \(oldKey) is used again."
        case .requested, .verifying, .rejected: "Rotation \(id): \(rotation.state.rawValue)."
        }
    }
}
