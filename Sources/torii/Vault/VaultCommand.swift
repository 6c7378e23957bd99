import ArgumentParser

/// `torii vault`: what seals the keys.
struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Look at the master keys, and seal everything anew.",
        subcommands: [VaultStatusCommand.self, VaultRewrapCommand.self]
    )
}
