import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii users erase`: the erasure of a user with all of its data.
struct UsersEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a user with all of its data.",
        discussion: """
            Its running turns are interrupted. Its conversations, runs, health samples, items and devices are erased, and the names that \
            issuers have for it. If the person comes back, that is a new user. Earlier backups still contain the data.
            """
    )

    @OptionGroup var user: UserArguments

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(user.client)
            try await confirmation.ask {
                "This erases user \(user.user) of \(user.client) with all of its data. Only a backup brings it back."
            }
            _ = try await admin.send(.init(.delete, "clients", id, "users", user.user))
            options.print(["erased": .string(user.user)], orText: "Erased user \(user.user).")
        }
    }
}
