import AgentWire

/// The resolution of shortened ids; of clients also by name.
enum ShortID {
    /// Returns the client with this id, with this name, or with an id that starts with this text.
    static func client(_ text: String, among clients: [WireClient]) throws -> WireClient {
        if let client = clients.first(where: { $0.id == text }) { return client }
        let named = clients.filter { $0.name == text }
        // The table shows ids this short, so a name that looks like an id is ambiguous.
        let others = clients.filter { $0.id.hasPrefix(text) && $0.name != text }
        if text.count >= 4, let name = named.first, let other = others.first {
            throw CommandFailure(
                "'\(text)' is the name of client \(name.id) and the start of the id of client "
                    + "\(other.id). Use the whole id."
            )
        }
        guard named.count < 2 else {
            let ids = named.map { Cell.id($0.id) + ($0.revokedAt == nil ? "" : " (revoked)") }
            throw CommandFailure(
                "There are \(named.count) clients named '\(text)': \(ids.joined(separator: ", ")). Use one of these ids."
            )
        }
        if let client = named.first { return client }
        guard text.count >= 4, clients.contains(where: { $0.id.hasPrefix(text) }) else {
            throw CommandFailure(
                "There is no client '\(text)'. Use its name, or at least four characters of its id; torii clients list shows both."
            )
        }
        let id = try resolve(text, among: clients.map(\.id), of: "client")
        return try client(id, among: clients)
    }

    /// Returns the whole id of the item whose id starts with this text.
    static func resolve(_ text: String, among ids: [String], of kind: String) throws -> String {
        if ids.contains(text) { return text }
        let found = ids.filter { $0.hasPrefix(text) }
        guard text.count >= 4, let id = found.first else {
            throw CommandFailure("There is no \(kind) '\(text)'. Use at least the first four characters of its id.")
        }
        guard found.count == 1 else {
            throw CommandFailure(
                "There are \(found.count) \(kind)s with ids that start with '\(text)'. Use more characters."
            )
        }
        return id
    }
}
