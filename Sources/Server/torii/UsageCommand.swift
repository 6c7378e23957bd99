import AgentWire
import ArgumentParser
import ToriiApp

/// `torii usage`: the turns, tokens and money of clients, by day and model.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Show the usage of clients by day and model.",
        discussion: "Days start in each client's time zone. A deleted client is shown by its id."
    )

    @Argument(help: "The client's name or id. Default: all.")
    var client: String?

    @Option(help: "The first day, such as 2026-11-01.")
    var from: String?

    @Option(help: "The last day.")
    var to: String?

    @Option(help: "The most rows to show, up to 10000.")
    var limit = 1000

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var query = ["limit": String(limit)]
            if let client { query["client"] = try await admin.clientID(client) }
            query["from"] = from
            query["to"] = to
            let call = AdminClient.Call(.get, "usage", query: query)
            let usage = try await admin.send(call, as: WireList<WireUsageRow>.self)
            let names = Dictionary(
                try await admin.clients().map { ($0.id, $0.name) },
                uniquingKeysWith: { first, _ in first }
            )
            try options.print(usage) { Self.table($0.elements, names: names) }
        }
    }

    /// Returns a table with the clients' names.
    static func table(_ rows: [WireUsageRow], names: [String: String]) -> String {
        var table = Table(
            "CLIENT",
            "NAME",
            "DAY",
            "MODEL",
            "TURNS",
            "INPUT",
            "CACHED",
            "SHARE",
            "WRITTEN",
            "OUTPUT",
            "MONEY"
        )
        for row in rows {
            table.add(
                row.client.hasPrefix("preset:") ? row.client : Cell.id(row.client),
                names[row.client] ?? "",
                row.day,
                row.model,
                String(row.turns),
                String(row.inputTokens),
                String(row.cachedInputTokens),
                share(row),
                String(row.cacheWriteTokens),
                String(row.outputTokens),
                Cell.money(row.money, row.currency, isUnpriced: row.isUnpriced)
            )
        }
        return table.text(orIfEmpty: "There is no usage.")
    }

    /// Returns the share of the input that came from the provider's cache, in percent.
    private static func share(_ row: WireUsageRow) -> String {
        guard row.inputTokens > 0 else { return "" }
        return "\(Int(min(100, max(0, Double(row.cachedInputTokens) / Double(row.inputTokens) * 100)).rounded()))%"
    }
}
