import StreamingJSON

/// The messages that a person has typed, for the keys ↑ and ↓, with a search by the start of the text.
package struct MessageHistory: Sendable {
    /// The number of messages that are kept.
    package static let limit = 1000
    /// The maximum number of bytes of a message that is kept.
    private static let longestMessage = 16_384

    /// The messages, the oldest first.
    package private(set) var messages: [String] = []
    /// The text that was typed before the search; `nil` outside of one.
    private var draft: String?
    /// The place of the shown message; the number of messages for the draft.
    private var place = 0

    /// Makes a history.
    package init(_ messages: [String] = []) { self.messages = Array(messages.suffix(Self.limit)) }

    /// Adds a message, and returns whether it differs from the last one and so must be stored.
    package mutating func append(_ message: String) -> Bool {
        endSearch()
        guard !message.allSatisfy(\.isWhitespace), message != messages.last, message.utf8.count <= Self.longestMessage
        else {
            return false
        }
        messages.append(message)
        if messages.count > Self.limit { messages.removeFirst(messages.count - Self.limit) }
        return true
    }

    /// Returns the next older message that starts with the typed text; `nil` if there is none.
    ///
    /// - Parameter text: The text of the editor, which is kept as the draft of a new search.
    mutating func older(than text: String) -> String? {
        if draft == nil {
            draft = text
            place = messages.count
        }
        let start = draft ?? ""
        let shown = place < messages.count ? messages[place] : start
        for index in stride(from: place - 1, through: 0, by: -1)
        where messages[index].hasPrefix(start) && messages[index] != shown {
            place = index
            return messages[index]
        }
        return nil
    }

    /// Returns the next newer message that starts with the typed text, or the draft; `nil` outside of a search.
    mutating func newer() -> String? {
        guard let draft, place < messages.count else { return nil }
        for index in place + 1..<messages.count
        where messages[index].hasPrefix(draft) && messages[index] != messages[place] {
            place = index
            return messages[index]
        }
        place = messages.count
        return draft
    }

    /// Ends the search: the shown text is a new one.
    mutating func endSearch() { draft = nil }
}

extension MessageHistory {
    /// Reads a file: one message a line, as a JSON string; other lines are dropped.
    package init(file: String) {
        self.init(
            file.split(separator: "\n").suffix(Self.limit).compactMap { line in
                try? JSONValue(parsing: String(line)).stringValue
            }
        )
    }

    /// Returns the line of a message in the file.
    package static func line(of message: String) -> String { JSONValue.string(message).serialized() + "\n" }

    /// The whole file.
    package var file: String { messages.map(Self.line).joined() }
}
