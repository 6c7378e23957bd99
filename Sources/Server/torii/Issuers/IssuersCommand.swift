import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii issuers`: the issuers of tokens for the users of clients.
struct IssuersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issuers",
        abstract: "Accept the tokens of OpenID providers and of an app's backend for its users.",
        discussion: """
            The command calls the server of the data folder with TORII_ADMIN_TOKEN, or the one at TORII_ADMIN_URL. If no server runs, it \
            opens the folder itself.
            """,
        subcommands: [
            IssuersAddCommand.self, IssuersListCommand.self, IssuersCheckCommand.self, IssuersTestCommand.self,
            IssuersRemoveCommand.self,
        ]
    )
}

/// `torii issuers list`: the issuers of a client.
struct IssuersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the issuers of a client, their keys and what is wrong with them."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let list = try await admin.send(.init(.get, "clients", client.id, "issuers"), as: WireList<WireIssuer>.self)
            try options.print(list) { list in
                var table = Table("ID", "NAME", "KIND", "ISSUER", "AUDIENCES", "KEYS", "WARNINGS")
                for issuer in list.elements {
                    table.add(
                        Cell.id(issuer.id),
                        issuer.name,
                        issuer.kind.rawValue,
                        issuer.issuer ?? "",
                        issuer.audiences.joined(separator: ", "),
                        "\(issuer.keys.count)",
                        Cell.row(issuer.warnings)
                    )
                }
                return table.text(orIfEmpty: "The client has no issuers; add one with torii issuers add.")
            }
        }
    }
}

/// `torii issuers check`: the keys of an issuer, read now.
struct IssuersCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read the keys of an issuer now.",
        discussion: "The exit code is 1 if something is wrong with them."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The issuer's name or id.")
    var issuer: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let call = AdminClient.Call(.post, "clients", client.id, "issuers", issuer, "check")
            let answer = try await admin.send(call, as: WireIssuerReply.self)
            try options.print(answer) { Self.text($0.issuer) }
            guard answer.issuer.warnings.isEmpty else { throw ExitCode(1) }
        }
    }

    /// Returns the issuer with its keys, and a line for each warning.
    static func text(_ issuer: WireIssuer) -> String {
        let keys = issuer.keys.map { "\($0.id ?? "without an id") (\($0.algorithms.joined(separator: ", ")))" }
        let list = keys.isEmpty ? "no key" : keys.joined(separator: ", ")
        let start = "Issuer \(Cell.id(issuer.id)), \(issuer.name): \(issuer.issuer ?? "cannot be used"), with \(list)"
        return ([start] + issuer.warnings.map { "Warning: \($0)" }).joined(separator: "\n")
    }
}

/// `torii issuers test`: the steps of the check of a token.
struct IssuersTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Check a token step by step, with the remedy if it is refused.",
        discussion: """
            Type the token, which is not shown, or pipe it in: torii issuers test phone < token.jwt. No user is created, and nothing is \
            stored. The exit code is 1 if the token is refused.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let request = IssuerTrialRequest(token: try SecretInput.read("Token"))
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let call = AdminClient.Call(.post, "clients", client.id, "issuers", "test", body: request.jsonValue)
            let trial = try await admin.send(call, as: WireIssuerTrial.self)
            try options.print(trial) { trial in
                let end = trial.isAccepted ? "Accepted by \(trial.issuer ?? "an issuer")." : "Refused."
                return ((trial.steps + trial.result).map(\.onTerminal) + [end]).joined(separator: "\n")
            }
            guard trial.isAccepted else { throw ExitCode(1) }
        }
    }
}

/// `torii issuers remove`: the end of an issuer's tokens.
struct IssuersRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an issuer; its tokens end at once."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The issuer's name or id.")
    var issuer: String

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            try await confirmation.ask { "This ends all tokens of the issuer \(issuer) for client \(client.name)." }
            _ = try await admin.send(.init(.delete, "clients", client.id, "issuers", issuer))
            options.print(
                ["removed": .string(issuer)],
                orText: "Removed the issuer \(issuer) of client \(client.name)."
            )
        }
    }
}
