import StreamingJSON

/// An id, or so much of its beginning that there is only one like it.
enum ShortID {
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
