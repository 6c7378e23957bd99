import ArgumentParser

/// `torii keys`: the keys of the upstreams.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Add, check, rotate and remove the keys of upstreams.",
        discussion: """
            Asks the server that works on the data folder, with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL; when no server \
            runs, the folder is opened itself. A key is typed without an echo or piped in, and never shown again. Ids may be \
            shortened to their first four characters.
            """,
        subcommands: [
            KeysListCommand.self, KeysAddCommand.self, KeysCheckCommand.self, KeysRotateCommand.self,
            KeysRollbackCommand.self, KeysRestoreCommand.self, KeysRemoveCommand.self, KeysRotationsCommand.self,
        ]
    )
}
