import ArgumentParser

/// The command line.
@main
struct Torii: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torii",
        abstract: "The gate between thin clients and the services they may not hold keys for.",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, KeysCommand.self, ClientsCommand.self, VaultCommand.self, AuditCommand.self,
            InventoryCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )
}
