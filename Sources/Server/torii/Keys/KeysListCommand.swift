import AgentWire
import ArgumentParser
import ToriiApp

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
                let pools = try await admin.send(.init(.get, "upstreams"), as: WireList<WirePool>.self)
                upstreams = pools.elements.map(\.name)
            }
            var keys: [WireKey] = []
            for name in upstreams { keys += try await admin.keys(of: name) }
            try options.print(WireList(keys)) { Self.table($0.elements) }
        }
    }

    static func table(_ keys: [WireKey]) -> String {
        var table = Table("UPSTREAM", "ID", "LABEL", "KEY", "STATE", "HEALTH", "WEIGHT", "FOR", "LAST CHECK", "EXPIRES")
        for key in keys {
            table.add(
                key.upstream,
                Cell.id(key.id),
                key.label,
                key.lastFour.map { "…" + $0 } ?? "",
                key.state.rawValue,
                Self.health(of: key),
                String(key.weight),
                Cell.row(key.models + key.tools),
                Cell.row([key.lastCheck?.result.rawValue ?? "", Cell.time(key.lastCheck?.time)]),
                Cell.time(key.expiresAt)
            )
        }
        let advice = keys.compactMap { key in
            key.health?.advice.map { "\(key.upstream) \(Cell.id(key.id)): \($0)".onTerminal }
        }
        return ([table.text(orIfEmpty: "There are no keys.")] + advice).joined(separator: "\n")
    }

    /// Returns the health, or what an administrator has to do about a key first.
    private static func health(of key: WireKey) -> String {
        let notes = [key.unconfirmed.map { _ in "unconfirmed" }, key.exposedAt.map { _ in "exposed" }]
        return Cell.row(
            [key.unconfirmed == nil ? key.health?.state.rawValue : nil].compactMap(\.self) + notes.compactMap(\.self)
        )
    }
}

extension AdminClient {
    /// Returns the keys of an upstream.
    func keys(of upstream: String) async throws -> [WireKey] {
        try await send(.init(.get, "upstreams", upstream, "keys"), as: WireList<WireKey>.self).elements
    }

    /// Returns the whole id of the key with an id that starts with this text.
    func key(_ text: String, of upstream: String) async throws -> String {
        try ShortID.resolve(text, among: try await keys(of: upstream).map(\.id), of: "key")
    }
}
