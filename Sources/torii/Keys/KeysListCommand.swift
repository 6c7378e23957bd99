import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys list`: the keys and their health.
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List keys and their health.")

    @Argument(help: "The upstream, such as openai. Default: all.")
    var upstream: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var upstreams = [upstream].compactMap(\.self)
            if upstreams.isEmpty {
                upstreams = try await admin.send(.init(.get, "upstreams")).list("upstreams").map { $0.cell("name") }
            }
            var keys: [JSONValue] = []
            for name in upstreams { keys += try await admin.keys(of: name) }
            try await options.print(["keys": .array(keys)]) { Self.table($0.list("keys")) }
        }
    }

    static func table(_ keys: [JSONValue]) -> String {
        var table = Table("UPSTREAM", "ID", "LABEL", "KEY", "STATE", "HEALTH", "WEIGHT", "FOR", "LAST CHECK", "EXPIRES")
        for key in keys {
            let check = key["last_check"] ?? .null
            table.add(
                key.cell("upstream"),
                key.shortID(),
                key.cell("label"),
                key["last_four"]?.stringValue.map { "…" + $0 } ?? "",
                key.cell("state"),
                (key["health"] ?? .null).cell("state"),
                key.cell("weight"),
                [key.cell("models"), key.cell("tools")].filter { !$0.isEmpty }.joined(separator: " "),
                [check.cell("result"), check.cell("at")].filter { !$0.isEmpty }.joined(separator: " "),
                key.cell("expires_at")
            )
        }
        return table.text(orIfEmpty: "There are no keys.")
    }
}

extension AdminClient {
    /// Returns the keys of an upstream.
    func keys(of upstream: String) async throws -> [JSONValue] {
        try await send(.init(.get, "upstreams", upstream, "keys")).list("keys")
    }

    /// Returns the whole id of the key with an id that starts with this text.
    func key(_ text: String, of upstream: String) async throws -> String {
        try ShortID.resolve(text, among: try await keys(of: upstream), of: "key")
    }
}
