import ArgumentParser

/// `torii clients`: who may use the server, and how much.
struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "Make, limit and revoke clients and their tokens.",
        discussion: """
            Asks the server that works on the data folder, with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL; when no server \
            runs, the folder is opened itself. A token is shown once, when it is made. Ids may be shortened to their first four \
            characters.
            """,
        subcommands: [
            ClientsCreateCommand.self, ClientsListCommand.self, ClientsRotateCommand.self, ClientsRevokeCommand.self,
            ClientsLimitsCommand.self,
        ]
    )
}
