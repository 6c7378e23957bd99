import ToriiApp
import ArgumentParser
import Foundation
import StreamingJSON

/// `torii keys rotate`: a new key in an old one's place.
struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Put a new key in an old one's place.",
        discussion: """
            The new key is typed without an echo, or piped in, and tried at its upstream first; one that is refused changes nothing. \
            Calls that are under way end with the old key, which is kept for a roll-back. When the answer is lost, the request is \
            sent again and has no second effect.
            """
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Option(help: "The id of the key that goes; the upstream's only one, or its latest, when it is left out.")
    var replaces: String?

    @Option(help: "For how many seconds calls with the old key are waited for at most (600).")
    var drain: Int?

    @Option(help: "For how many seconds after that the old key is kept for a roll-back (86400).")
    var keep: Int?

    @Option(help: "When the upstream stops accepting the new key, such as 2026-12-31T00:00:00Z.")
    var expires: String?

    @Flag(help: "Go on when the new key could not be checked; a refused one is never taken.")
    var force = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let secret = try SecretInput.read("New key of \(upstream)")
        try await options.console { console in
            var body: JSONObject = ["secret": .string(secret.text), "force": .bool(force)]
            if let replaces { body["replaces"] = .string(try await console.key(replaces, of: upstream)) }
            body["drain_seconds"] = drain.map(JSONValue.integer)
            body["keep_seconds"] = keep.map(JSONValue.integer)
            body["expires_at"] = expires.map(JSONValue.string)
            let call = AdminConsole.Call(
                .post,
                "upstreams",
                upstream,
                "rotations",
                body: .object(body),
                idempotencyKey: UUID().uuidString.lowercased()
            )
            try await options.print(try await console.send(call), as: Self.sentence)
        }
    }

    /// How far a rotation has come, in a sentence.
    static func sentence(_ rotation: JSONValue) -> String {
        let id = rotation.shortID()
        let keys = "key \(rotation.shortID("new_key")) for key \(rotation.shortID("old_key"))"
        return switch rotation.cell("state") {
        case "draining", "active":
            "Rotation \(id): \(keys); \(rotation.cell("leases_out")) calls with the old one are waited for."
        case "retired": "Rotation \(id): \(keys); the old one is kept until \(rotation.cell("kept_until"))."
        case "rolled_back": "Rotation \(id): key \(rotation.shortID("old_key")) is in its place again."
        case let state: "Rotation \(id): \(state)."
        }
    }
}
