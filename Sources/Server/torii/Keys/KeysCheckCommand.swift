import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

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
        try await options.withAdmin(for: .services) { admin in
            var ids: [String] = []
            if let key {
                ids = [try await admin.key(key, of: upstream)]
            } else {
                ids = try await admin.keys(of: upstream).filter { $0.state == .active }.map(\.id)
            }
            var answers: [WireKeyReply] = []
            for id in ids {
                let call = AdminClient.Call(.post, "upstreams", upstream, "keys", id, "check")
                answers.append(try await admin.send(call, as: WireKeyReply.self))
            }
            let lines = answers.map { "\(Cell.id($0.key?.id ?? ""))  \(Self.sentence($0))" }
            options.print(
                ["keys": .array(answers.map(\.jsonValue))],
                orText: lines.isEmpty ? "\(upstream) has no active key." : lines.joined(separator: "\n")
            )
            if answers.contains(where: { $0.check?.result == .invalid }) { throw ExitCode.failure }
        }
    }

    /// Returns the result of a check as a sentence.
    static func sentence(_ reply: WireKeyReply) -> String {
        let check = reply.check
        return switch check?.result {
        case .verified where reply.key?.health?.state == .inDoubt:
            "its upstream accepts it, and it is in doubt until a call succeeds."
                + (reply.key?.health?.advice.map { " \($0)" } ?? "")
        case .verified: "its upstream accepts it."
        case .invalid: "its upstream refuses it: \(check?.reason ?? "")."
        case .unknown, nil: "it could not be checked: \(check?.reason ?? "")."
        }
    }
}
