import ToriiApp
import ArgumentParser
import StreamingJSON

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
            let answer = try await admin.send(.init(.get, "usage", query: query))
            let clients = try await admin.send(.init(.get, "clients")).list("clients")
            let names = Dictionary(
                clients.map { ($0.cell("id"), $0.cell("name")) },
                uniquingKeysWith: { first, _ in first }
            )
            try await options.print(answer) { Self.table($0, names: names) }
        }
    }

    /// Returns a table with the clients' names.
    static func table(_ answer: JSONValue, names: [String: String]) -> String {
        var table = Table("CLIENT", "NAME", "DAY", "MODEL", "TURNS", "INPUT", "CACHED", "OUTPUT", "MONEY")
        for row in answer.list("usage") {
            let id = row.cell("client")
            table.add(
                id.hasPrefix("preset:") ? id : row.shortID("client"),
                names[id] ?? "",
                row.cell("day"),
                row.cell("model"),
                row.cell("turns"),
                row.cell("input_tokens"),
                row.cell("cached_input_tokens"),
                row.cell("output_tokens"),
                row["unpriced"] == true ? "no price" : row.cell("money")
            )
        }
        return table.text(orIfEmpty: "There is no usage.")
    }
}
