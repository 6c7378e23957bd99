import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii users`: the users of a client.
struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List, find, limit, block, sign out, export and erase the users of a client.",
        discussion: "A client has users after torii clients users CLIENT --on. Refer to a user by its whole id.",
        subcommands: [
            UsersListCommand.self, UsersFindCommand.self, UsersShowCommand.self, UsersLimitsCommand.self,
            UsersBlockCommand.self, UsersUnblockCommand.self, UsersSignOutCommand.self, UsersExportCommand.self,
            UsersEraseCommand.self,
        ]
    )

    /// Returns users as a table; `none` if there is no user.
    static func table(_ page: WireEndUserPage, orIfEmpty none: String) -> String {
        var table = Table("ID", "PLAN", "KIND", "LATEST REQUEST", "MONEY", "TOKENS", "BLOCKED")
        for user in page.users {
            table.add(
                user.id,
                user.plan,
                user.kind.rawValue,
                Cell.time(user.seenAt),
                user.money.map {
                    Cell.money($0, user.currency, isUnpriced: user.isUnpriced ?? false)
                } ?? "",
                user.tokens.map(String.init) ?? "",
                Cell.time(user.blockedAt)
            )
        }
        return table.text(orIfEmpty: none)
    }

    /// Returns a user as lines.
    static func text(_ reply: WireEndUserReply) -> String {
        let user = reply.user
        let limits = PlanWords.line(reply.appliedLimits.jsonValue)
        var lines = ["User \(user.id), \(user.kind.rawValue), plan \(user.plan)"]
        lines += reply.identities.map { "identity: \($0.issuer) \($0.subject ?? "")" }
        if let organization = user.organization { lines.append("organization: \(organization)") }
        lines.append("limits: \(limits.isEmpty ? "none" : limits)")
        let own = PlanWords.line(user.limits)
        if !own.isEmpty { lines.append("set for this user: \(own)") }
        if let bytes = reply.storedBytes { lines.append("stored: \(bytes) bytes of conversations and runs") }
        lines.append("first request: \(Cell.time(user.createdAt)), latest: \(Cell.time(user.seenAt))")
        if let blockedAt = user.blockedAt { lines.append("blocked since \(Cell.time(blockedAt))") }
        if let validFrom = user.validFrom { lines.append("signed out at \(Cell.time(validFrom))") }
        return lines.joined(separator: "\n")
    }
}

/// The client and the user that a command is for.
struct UserArguments: ParsableArguments {
    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The user's id, such as usr_4f….")
    var user: String
}

extension AdminClient {
    /// Returns the reason why a list has no user, as far as the token may read the settings.
    ///
    /// - Parameters:
    ///   - id: The id of the client.
    ///   - client: The name or the id by which the person calls it.
    ///   - plan: The plan whose users are listed; `nil` for any plan.
    func reasonForNoUsers(of id: String, _ client: String, plan: String? = nil) async -> String {
        let none = "There are no such users."
        let call = Call(.get, "clients", id, "users-settings")
        guard let settings = try? await send(call, as: WireUserSettings.self) else { return none }
        guard let plans = settings.users["plans"]?.objectValue else {
            return "The client has no users. Let it have some with torii clients users \(client) --on."
        }
        guard let plan, plans[plan] == nil else { return none }
        return "The client has no plan '\(plan)'. Its plans are \(plans.keys.joined(separator: ", "))."
    }

    /// Returns a user.
    func user(_ user: UserArguments) async throws -> WireEndUserReply {
        let id = try await clientID(user.client)
        return try await send(.init(.get, "clients", id, "users", user.user), as: WireEndUserReply.self)
    }

    /// Changes a user and returns it.
    func change(_ user: UserArguments, _ change: EndUserChangeRequest) async throws -> WireEndUserReply {
        let id = try await clientID(user.client)
        let call = Call(.patch, "clients", id, "users", user.user, body: change.jsonValue)
        let reply = try await send(call, as: WireEndUserReply.self)
        for warning in reply.warnings ?? [] { Output.warn(warning) }
        return reply
    }
}
