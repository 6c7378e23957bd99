import ArgumentParser

/// `torii clients`: the clients of the server, their scopes and limits.
struct ClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients",
        abstract: "Create, change, limit and delete clients and their tokens.",
        discussion: """
            The command calls the server of the data folder with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL. If no server runs, it \
            opens the folder itself. A token is printed once, when it is created. Refer to a client by its name or its id, of which four \
            characters are enough.
            """,
        subcommands: [
            ClientsCreateCommand.self, ClientsListCommand.self, ClientsUpdateCommand.self, ClientsLimitsCommand.self,
            ClientsUsersCommand.self, ClientsRotateCommand.self, ClientsRevokeCommand.self, ClientsDeleteCommand.self,
        ]
    )
}
