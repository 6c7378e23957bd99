import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys check`: a check of keys with their upstream.
struct KeysCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check keys with their upstream.",
        discussion:
            "A key that is refused is no longer used; one that is accepted is used again. The exit code is 1 if one is refused."
    )

    @Argument(help: "The upstream, such as openai.")
    var upstream: String

    @Argument(help: "The key's id. Default: all active keys.")
    var key: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var ids: [String] = []
            if let key {
                ids = [try await admin.key(key, of: upstream)]
            } else {
                ids = try await admin.keys(of: upstream).filter { $0["state"] == "active" }.map { $0.cell("id") }
            }
            var answers: [JSONValue] = []
            for id in ids {
                answers.append(try await admin.send(.init(.post, "upstreams", upstream, "keys", id, "check")))
            }
            try await options.print(["keys": .array(answers)]) { _ in
                let lines = answers.map { "\(($0["key"] ?? .null).shortID())  \(Self.sentence($0["check"] ?? .null))" }
                return lines.isEmpty ? "\(upstream) has no active key." : lines.joined(separator: "\n")
            }
            if answers.contains(where: { $0["check"]?["result"] == "invalid" }) { throw ExitCode.failure }
        }
    }

    /// Returns the result of a check as a sentence.
    static func sentence(_ check: JSONValue) -> String {
        switch check.cell("result") {
        case "verified": "its upstream accepts it."
        case "invalid": "its upstream refuses it: \(check.cell("reason"))."
        default: "it could not be checked: \(check.cell("reason"))."
        }
    }
}
