import AgentWire
import ArgumentParser
import ToriiApp

/// `torii vault status`: the master keys, and the number of records under each.
struct VaultStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the master keys, and the number of records under each."
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.print(.init(.get, "vault")) { (list: WireList<WireMasterKey>) in
            var table = Table("MASTER KEY", "CURRENT", "GIVEN", "RECORDS")
            for key in list.elements {
                table.add(key.id, Cell.flag(key.isCurrent), Cell.flag(key.isGiven), String(key.records))
            }
            return table.text(orIfEmpty: "There is no master key.")
        }
    }
}
