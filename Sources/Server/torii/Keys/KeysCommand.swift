import ArgumentParser

/// `torii keys`: the keys of the upstreams.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Add, check, rotate and remove the keys of upstreams.",
        discussion: """
            The command calls the server of the data folder with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL. If no server runs, it \
            opens the folder itself. Type a key, which is not shown, or pipe it in; it is never printed. Of an id, four characters are \
            enough.
            """,
        subcommands: [
            KeysListCommand.self, KeysAddCommand.self, KeysCheckCommand.self, KeysRotateCommand.self,
            KeysRollbackCommand.self, KeysRestoreCommand.self, KeysConfirmCommand.self, KeysRemoveCommand.self,
            KeysRotationsCommand.self,
        ]
    )
}
