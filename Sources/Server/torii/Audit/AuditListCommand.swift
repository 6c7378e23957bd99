import AgentWire
import ArgumentParser
import ToriiApp

/// `torii audit list`: the latest rows of the audit chain.
struct AuditListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the latest rows of the audit chain.",
        discussion: "Only rows that match all options are listed."
    )

    @Option(help: "The actor, such as command-line or torii.")
    var actor: String?

    @Option(help: "The action, such as client.create.")
    var action: String?

    @Option(help: "The start of the object, such as clients/ or upstreams/openai.")
    var object: String?

    @Option(help: "The earliest time, such as 2026-12-31T00:00:00Z.")
    var from: String?

    @Option(help: "The time before which to stop.")
    var until: String?

    @Option(help: "The row before which to start, to list the next page.")
    var before: Int?

    @Option(help: "The most rows to list, up to 1000.")
    var limit = 50

    @OptionGroup var options: AdminOptions

    func run() async throws {
        var query = ["limit": String(limit)]
        query["actor"] = actor
        query["action"] = action
        query["object"] = object
        query["from"] = from
        query["until"] = until
        query["before"] = before.map(String.init)
        try await options.print(.init(.get, "audit", query: query)) { (page: WireAuditPage) in
            var table = Table("ROW", "TIME", "ACTOR", "ACTION", "OBJECT", "OUTCOME")
            for row in page.rows {
                table.add(String(row.id), row.time, row.actor, row.action, row.object, row.outcome)
            }
            let next = page.next.map { "\nThere may be more: --before \($0)" } ?? ""
            return table.text(orIfEmpty: "No row matches.") + next
        }
    }
}
