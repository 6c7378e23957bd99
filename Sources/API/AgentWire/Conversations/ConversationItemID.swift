/// The place of an item in a conversation, from which its id is made.
///
/// An id has a prefix by the item's type, the conversation's id without its prefix, the position of the transcript's entry and, for a
/// further item of the same entry, its number. Entries are only added, so an id stays the same.
public struct ConversationItemID: Sendable, Hashable, Comparable {
    /// The position of the entry in the transcript.
    public var position: Int
    /// The number of the item among those of the entry.
    public var index: Int

    /// Makes a place.
    public init(position: Int, index: Int = 0) { (self.position, self.index) = (position, index) }

    /// The greatest position and number that are read; no conversation has as many entries.
    private static let greatest = 1 << 40
    /// The maximum number of bytes in an id.
    private static let longest = 256

    /// Reads an id, whatever its type; `nil` if it is not that of an item of the conversation.
    public init?(_ text: String, in conversation: String) {
        guard text.utf8.count <= Self.longest, let end = text.firstIndex(of: "_") else { return nil }
        let rest = text[text.index(after: end)...]
        let start = "\(Self.withoutPrefix(conversation))_"
        guard rest.utf8.starts(with: start.utf8) else { return nil }
        let numbers = rest.utf8.dropFirst(start.utf8.count)
            .split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
            .map { Int(decimal: Array($0)[...]) }
        guard (1...2).contains(numbers.count), let position = numbers[0],
            let index = numbers.count == 2 ? numbers[1] : 0,
            (0...Self.greatest).contains(position), (0...Self.greatest).contains(index)
        else { return nil }
        self.init(position: position, index: index)
    }

    /// Returns the id of an item of a conversation.
    public func text(_ prefix: String, in conversation: String) -> String {
        "\(prefix)_\(Self.withoutPrefix(conversation))_\(position)" + (index > 0 ? "_\(index)" : "")
    }

    private static func withoutPrefix(_ conversation: String) -> Substring {
        conversation.utf8.starts(with: "conv_".utf8) ? conversation.dropFirst(5) : conversation[...]
    }

    /// Whether an item is before another one in the transcript.
    public static func < (first: Self, second: Self) -> Bool {
        (first.position, first.index) < (second.position, second.index)
    }
}
