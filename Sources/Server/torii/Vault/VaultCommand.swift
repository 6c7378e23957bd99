import ArgumentParser

/// `torii vault`: the master keys.
struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "List the master keys, and seal all records again.",
        subcommands: [VaultStatusCommand.self, VaultRewrapCommand.self]
    )
}
