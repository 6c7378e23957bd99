import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii users limits`: the plan of a user, and limits for it alone.
struct UsersLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show or set the plan of a user, or limits for it alone.",
        discussion: """
            Without an option the user is printed with the limits that apply. The options set limits of this user in place of its plan's; \
            the value none lifts one, except that of --effort, which any lifts. Limits that no option names do not change. A token that \
            names a plan replaces the plan.
            """
    )

    @OptionGroup var user: UserArguments

    @Option(help: "The name of the plan, or none for the plan of the user's kind.")
    var plan: String?

    @Flag(help: "Remove the limits of this user first, so that those of its plan apply.")
    var inherit = false

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            guard plan != nil || inherit || !limits.isEmpty else {
                return try options.print(try await admin.user(user), as: UsersCommand.text)
            }
            var change = EndUserChangeRequest()
            if let plan { change.plan = .some(plan == "none" ? nil : plan) }
            if inherit || !limits.isEmpty {
                let present: JSONValue = try await inherit ? [:] : admin.user(user).user.limits
                var object = present.objectValue ?? [:]
                try PlanWords.change(&object, to: limits)
                change.limits = .object(object)
            }
            try options.print(try await admin.change(user, change), as: UsersCommand.text)
        }
    }
}

/// `torii users block`: the end of a user's access.
struct UsersBlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Refuse the requests of a user at once, and stop its runs."
    )

    @OptionGroup var user: UserArguments

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            try options.print(try await admin.change(user, EndUserChangeRequest(isBlocked: true))) {
                "Blocked user \($0.user.id)."
            }
        }
    }
}

/// `torii users unblock`: the end of a block.
struct UsersUnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Accept the requests of a blocked user again."
    )

    @OptionGroup var user: UserArguments

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            try options.print(try await admin.change(user, EndUserChangeRequest(isBlocked: false))) {
                "User \($0.user.id) is not blocked."
            }
        }
    }
}

/// `torii users sign-out`: the end of the tokens of one user, or of all.
struct UsersSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Refuse the tokens of a user, or of all users, that were issued until now.",
        discussion: """
            After the key of an app's backend has leaked, sign all of its users out with --all. Requests whose header names the user \
            continue, because the backend vouches for the user at each of them.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The user's id, such as usr_4f….")
    var user: String?

    @Flag(help: "All users of the client.")
    var all = false

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        // Not in validate(), which would hide an unknown option.
        guard (user == nil) == all else { throw ValidationError("Name a user, or add --all.") }
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            if let user {
                _ = try await admin.send(.init(.post, "clients", id, "users", user, "sign-out"))
                options.print(["signed_out": .string(user)], orText: "Signed user \(user) out.")
            } else {
                try await confirmation.ask { "This signs all users of \(client) out." }
                _ = try await admin.send(.init(.post, "clients", id, "users", "sign-out"))
                options.print(["signed_out": "all"], orText: "Signed all users of \(client) out.")
            }
        }
    }
}
