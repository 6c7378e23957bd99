import StreamingJSON

/// An id, or so much of its beginning that there is only one like it; for clients also their name.
enum ShortID {
    /// The whole id of the client that a text names: by its id, by its name, or by the beginning of its id.
    static func client(_ text: String, among clients: [JSONValue]) throws -> String {
        if clients.contains(where: { $0["id"]?.stringValue == text }) { return text }
        let named = clients.filter { $0["name"]?.stringValue == text }
        // The API reads the text as an id, and the table shows ids so short: a name that looks like one is not enough.
        let others = clients.filter {
            $0["id"]?.stringValue?.hasPrefix(text) == true && $0["name"]?.stringValue != text
        }
        if text.count >= 4, let name = named.first, let other = others.first {
            throw CommandFailure(
                "'\(text)' is the name of client \(name.cell("id")) and the beginning of the id of client "
                    + "\(other.cell("id")). Give the whole id."
            )
        }
        guard named.count < 2 else {
            let ids = named.map { $0.shortID() + ($0["revoked_at"]?.stringValue == nil ? "" : " (revoked)") }
            throw CommandFailure(
                "There are \(named.count) clients named '\(text)': \(ids.joined(separator: ", ")). Give one of these ids."
            )
        }
        if let id = named.first?["id"]?.stringValue { return id }
        guard text.count >= 4, clients.contains(where: { $0.cell("id").hasPrefix(text) }) else {
            throw CommandFailure(
                "There is no client '\(text)'. Give its name, or the first four characters of its id; torii clients list shows both."
            )
        }
        return try resolve(text, among: clients, of: "client")
    }

    /// The whole id among those of a list.
    static func resolve(_ text: String, among items: [JSONValue], of kind: String) throws -> String {
        let ids = items.compactMap { $0["id"]?.stringValue }
        if ids.contains(text) { return text }
        let found = ids.filter { $0.hasPrefix(text) }
        guard text.count >= 4, let id = found.first else {
            throw CommandFailure("There is no \(kind) '\(text)'. Give the first four characters of its id, or more.")
        }
        guard found.count == 1 else {
            throw CommandFailure("There are \(found.count) \(kind)s whose id begins with '\(text)'; give more of it.")
        }
        return id
    }
}
