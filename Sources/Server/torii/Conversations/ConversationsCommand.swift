import AgentWire
import ArgumentParser
import ToriiApp

/// `torii conversations`: copies and deletions of conversations that people ask the operator for.
struct ConversationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "List, export and delete the conversations of a client.",
        discussion: """
            For a person who asks the operator for a copy or a deletion. Each export and each deletion is a row in the audit chain. Refer \
            to a client in the settings by its whole id, such as preset:client:preset, and likewise to a client that was deleted with \
            --keep.
            """,
        subcommands: [
            ConversationsListCommand.self, ConversationsExportCommand.self, ConversationsDeleteCommand.self,
        ]
    )
}

/// `torii conversations list`: the ids of a client's conversations.
struct ConversationsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a client's conversations, the most recently used first."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Option(help: "The most conversations to list, up to 10000.")
    var limit = 1000

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            let call = AdminClient.Call(.get, "clients", id, "conversations", query: ["limit": String(limit)])
            try options.print(try await admin.send(call, as: WireClientConversations.self)) { answer in
                var table = Table("ID", "BEGUN", "LATEST TURN")
                for conversation in answer.conversations {
                    table.add(
                        conversation.id,
                        Cell.time(conversation.createdAt),
                        Cell.time(conversation.updatedAt)
                    )
                }
                return table.text(orIfEmpty: "There are no conversations.")
            }
        }
    }
}

/// `torii conversations export`: a client's conversations as JSON lines.
struct ConversationsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a client's conversations as JSON lines, one conversation a line."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The id of one conversation. Default: all.")
    var conversation: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            let query = conversation.map { ["conversation": $0] } ?? [:]
            let call = AdminClient.Call(.get, "clients", id, "conversations", "export", query: query)
            try await admin.lines(call) { Output.write($0) }
        }
    }
}

/// `torii conversations delete`: the deletion of one or all conversations of a client.
struct ConversationsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a conversation of a client, or all of them, with their runs.",
        discussion: """
            A conversation with a running turn is not deleted; the exit code is then 1. Earlier backups still contain deleted \
            conversations.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "The id of the conversation.")
    var conversation: String?

    @Flag(help: "Delete all conversations of the client.")
    var all = false

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        // Not in validate(), which would hide an unknown option.
        guard all != (conversation != nil) else {
            throw ValidationError("Add the id of a conversation, or --all.")
        }
        try await options.withAdmin { admin in
            let id = try await admin.clientID(client)
            try await confirmation.ask {
                let what =
                    if let conversation { "conversation \(conversation)" } else {
                        try await admin.conversationCount(of: id)
                    }
                return "This erases \(what) of \(client) with the runs. Only a backup brings them back."
            }
            guard let conversation else {
                let call = AdminClient.Call(.delete, "clients", id, "conversations")
                let answer = try await admin.send(call, as: WireConversationDeletion.self)
                try options.print(answer) { answer in
                    let busy = answer.busy.joined(separator: ", ")
                    let left =
                        busy.isEmpty ? "" : "\nThese have a running turn: \(busy). Delete them after it has ended."
                    return "Deleted \(answer.deleted) conversations." + left
                }
                if !answer.busy.isEmpty { throw ExitCode.failure }
                return
            }
            _ = try await admin.send(.init(.delete, "clients", id, "conversations", conversation))
            try options.print(WireConversationDeletion(deleted: 1)) { _ in "Deleted conversation \(conversation)." }
        }
    }
}

extension AdminClient {
    /// The most conversations that one list has.
    private static let mostConversations = 10_000

    /// Returns the number of a client's conversations, such as "1 conversation".
    func conversationCount(of client: String) async throws -> String {
        let call = Call(
            .get,
            "clients",
            client,
            "conversations",
            query: ["limit": String(Self.mostConversations)]
        )
        let count = try await send(call, as: WireClientConversations.self).conversations.count
        let more = count == Self.mostConversations ? "at least " : ""
        return more + Confirmation.count(count, "conversation")
    }
}
