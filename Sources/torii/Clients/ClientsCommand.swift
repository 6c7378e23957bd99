import ArgumentParser

/// `torii clients`: who may use the server, and how much.
struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "Make, change, limit and delete clients and their tokens.",
        discussion: """
            Asks the server that works on the data folder, with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL; when no server \
            runs, the folder is opened itself. A token is shown once, when it is made. A client is named by its name, or by its id, \
            which may be shortened to its first four characters.
            """,
        subcommands: [
            ClientsCreateCommand.self, ClientsListCommand.self, ClientsUpdateCommand.self, ClientsLimitsCommand.self,
            ClientsRotateCommand.self, ClientsRevokeCommand.self, ClientsDeleteCommand.self,
        ]
    )
}
