/// A permission of a token's holder.
public enum Scope: Sendable, Hashable {
    /// Chat turns, and their runs and conversations.
    case chat

    /// Extraction of values from text.
    case extract

    /// Calls of one tool, by its name.
    case tool(String)

    /// Calls of every tool, including future ones.
    case allTools

    /// Devices: registering the toolboxes of apps, and answering the calls of their intents.
    case devices

    /// Users: acting for the users of the client.
    ///
    /// Only the app's backend may have it, because its holder chooses the user. No default has it, and no user.
    case users

    /// Upstream keys: adding, checking, rotating and removing them, and sealing them again under another master key.
    case adminKeys

    /// Clients: creating, changing and removing them.
    case adminClients

    /// Declared tools: storing and removing their files, and trial calls.
    case adminTools

    /// Users of clients: reading, limiting, blocking, signing out and erasing them.
    case adminUsers

    /// Reading administrative data: keys and clients without their secrets, usage, the audit chain.
    case adminRead

    /// All scopes of clients.
    public static let forClients: Set<Scope> = [.chat, .extract, .allTools, .devices]

    /// All scopes of administrators.
    public static let forAdministrators: Set<Scope> = [.adminKeys, .adminClients, .adminTools, .adminUsers, .adminRead]

    /// Whether this scope includes another one.
    public func covers(_ needed: Scope) -> Bool {
        if case .tool = needed, self == .allTools { return true }
        return self == needed
    }

    /// Whether this is a scope of administrators.
    public var isAdministrative: Bool { Self.forAdministrators.contains(self) }
}

extension Scope: CustomStringConvertible, Comparable {
    /// The scope's word, such as `tools:searchWeb`.
    public var description: String {
        switch self {
        case .chat: "chat"
        case .extract: "extract"
        case .tool(let name): "tools:\(name)"
        case .allTools: "tools:*"
        case .devices: "devices"
        case .users: "users"
        case .adminKeys: "admin:keys"
        case .adminClients: "admin:clients"
        case .adminTools: "admin:tools"
        case .adminUsers: "admin:users"
        case .adminRead: "admin:read"
        }
    }

    /// The alphabetical order of the words, so that lists are stable.
    public static func < (left: Scope, right: Scope) -> Bool { left.description < right.description }
}

extension Scope {
    /// The scopes other than those of single tools, as lists for people have them.
    public static let fixed: [Scope] = words.reversed()

    // Of two equally similar words the first is suggested, so the longer ones are first.
    private static let words: [Scope] = [
        .adminRead, .adminKeys, .adminClients, .adminTools, .adminUsers, .allTools, .users, .devices, .extract, .chat,
    ]

    /// Parses a scope's word.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient``, which suggests the most similar word.
    public init(_ text: String) throws(AccountsError) {
        guard let scope = Scope(known: text) else {
            throw AccountsError(
                .invalidClient,
                "There is no scope '\(text.prefix(80))'; did you mean \(Self.nearest(to: text))?"
            )
        }
        self = scope
    }

    /// Parses stored words; unknown ones are omitted and so permit nothing.
    static func set(stored text: String) -> Set<Scope> {
        Set(text.split(separator: " ").compactMap { Scope(known: String($0)) })
    }

    private init?(known text: String) {
        if let word = Self.words.first(where: { $0.description == text }) {
            self = word
        } else if text.hasPrefix("tools:"), text.dropFirst(6).isPlainName(upTo: 128) {
            self = .tool(String(text.dropFirst(6)))
        } else {
            return nil
        }
    }

    private static func nearest(to text: String) -> String {
        let candidates = words.map(\.description) + ["tools:<name>"]
        let short = String(text.prefix(80))
        return candidates.min { $0.editDistance(to: short) < $1.editDistance(to: short) } ?? "chat"
    }
}

extension Set<Scope> {
    /// The words in order, separated by spaces, as they are stored.
    var stored: String { sorted().map(\.description).joined(separator: " ") }

    /// Whether one of these scopes includes another scope.
    public func cover(_ needed: Scope) -> Bool { contains { $0.covers(needed) } }

    /// Returns the scopes that both these and others have.
    package func narrowed(to others: Set<Scope>) -> Set<Scope> {
        filter(others.cover).union(others.filter { cover($0) })
    }
}
