import AgentWire
import ArgumentParser
import ToriiApp

/// `torii users list`: the users of a client.
struct UsersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the users of a client with their spending in the last 30 days."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: ArgumentHelp("The order, the largest first.", valueName: "seen|created|spend"))
    var order = "seen"

    @Option(help: ArgumentHelp("Only users of this kind.", valueName: "identified|anonymous"))
    var kind: String?

    @Option(help: "Only users with this plan.")
    var plan: String?

    @Flag(help: "Only blocked users.")
    var blocked = false

    @Option(help: "The most users to list, up to 1000.")
    var limit = 100

    @Option(help: "The place after which the list continues, which --json prints as next.")
    var cursor: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            var query = ["order": order, "limit": String(limit)]
            query["kind"] = kind
            query["plan"] = plan
            query["cursor"] = cursor
            if blocked { query["blocked"] = "true" }
            let call = AdminClient.Call(.get, "clients", id, "users", query: query)
            let page = try await admin.send(call, as: WireEndUserPage.self)
            let none = await page.users.isEmpty ? admin.reasonForNoUsers(of: id, client, plan: plan) : ""
            try options.print(page) { UsersCommand.table($0, orIfEmpty: none) }
            if let next = page.next, !options.json {
                Output.tell("More users follow: add --cursor \(next) to the command.")
            }
        }
    }
}

/// `torii users find`: the user that an issuer knows by a name.
struct UsersFindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find the user that the app's backend or another issuer knows by a name."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The issuer's name for the user, exactly.")
    var subject: String

    @Option(help: "The issuer: its URL, or backend. Default: any.")
    var issuer: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            var query = ["q": subject]
            query["issuer"] = issuer
            let call = AdminClient.Call(.get, "clients", id, "users", query: query)
            let page = try await admin.send(call, as: WireEndUserPage.self)
            let none = await page.users.isEmpty ? admin.reasonForNoUsers(of: id, client) : ""
            try options.print(page) { UsersCommand.table($0, orIfEmpty: none) }
        }
    }
}

/// `torii users show`: one user.
struct UsersShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a user, its identities and the limits that apply."
    )

    @OptionGroup var user: UserArguments

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            try options.print(try await admin.user(user), as: UsersCommand.text)
        }
    }
}
