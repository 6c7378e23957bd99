import ToriiApp
import ArgumentParser
import Foundation
import StreamingJSON

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

    func run() async throws {
        let secret = try SecretInput.read("New key of \(upstream)")
        try await options.withAdmin { admin in
            var body: JSONObject = ["secret": .string(secret.text), "force": .bool(force)]
            if let replaces { body["replaces"] = .string(try await admin.key(replaces, of: upstream)) }
            body["drain_seconds"] = drain.map(JSONValue.integer)
            body["keep_seconds"] = keep.map(JSONValue.integer)
            body["expires_at"] = expires.map(JSONValue.string)
            let call = AdminClient.Call(
                .post,
                "upstreams",
                upstream,
                "rotations",
                body: .object(body),
                idempotencyKey: UUID().uuidString.lowercased()
            )
            try await options.print(try await admin.send(call), as: Self.sentence)
        }
    }

    /// Returns the state of a rotation as a sentence.
    static func sentence(_ rotation: JSONValue) -> String {
        let id = rotation.shortID()
        let keys = "key \(rotation.shortID("new_key")) for key \(rotation.shortID("old_key"))"
        return switch rotation.cell("state") {
        case "draining", "active":
            "Rotation \(id): \(keys); waiting for \(rotation.cell("leases_out")) calls with the old one."
        case "retired": "Rotation \(id): \(keys); the old one is kept until \(rotation.cell("kept_until"))."
        case "rolled_back": "Rotation \(id): rolled back, key \(rotation.shortID("old_key")) is used again."
        case let state: "Rotation \(id): \(state)."
        }
    }
}
