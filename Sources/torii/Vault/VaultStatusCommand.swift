import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii vault status`: the master keys, and the number of records under each.
struct VaultStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the master keys, and the number of records under each."
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.print(.init(.get, "vault")) { answer in
            var table = Table("MASTER KEY", "CURRENT", "GIVEN", "RECORDS")
            for key in answer.list("master_keys") {
                table.add(key.cell("id"), key.cell("current"), key.cell("given"), key.cell("records"))
            }
            return table.text(orIfEmpty: "There is no master key.")
        }
    }
}
