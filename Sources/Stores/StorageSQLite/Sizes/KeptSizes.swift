import Storage

/// The sizes in rows that a process has in memory, a bounded number of them; no I/O.
///
/// A size in memory is that of the last commit. A commit may overtake a read, so the sizes that a read has found are kept only where there is
/// none yet, and only if none was dropped since the read started.
struct KeptSizes {
    /// A table with sizes, by its name in the schema.
    enum Table: String, CaseIterable {
        case conversation, clientSize, usersSize
    }

    /// A row with a size: a conversation by its id, or a sum by its owner.
    struct Key: Hashable {
        var table: Table
        var id: String
    }

    /// The size in a row, which is zero if there is no such row.
    struct Size: Equatable {
        /// The bytes; a sum has nothing else.
        var bytes = 0
        /// The owner of the conversation.
        var owner: Owner?
        /// The turns of the conversation.
        var turns = 0
        /// The entries of the conversation.
        var entries = 0
    }

    /// The changes of the open transaction; the size of a deleted row is `nil`.
    private var changes: [Key: Size?] = [:]

    /// The sizes that were used since the others became the earlier ones.
    private var recent: [Key: Size] = [:]

    /// The sizes that were used before.
    private var earlier: [Key: Size] = [:]

    /// The number of times at which sizes were dropped.
    private(set) var dropCount = 0

    /// The number of recent sizes at which the earlier ones are dropped.
    private let mostRecent: Int

    /// Makes an empty value, which keeps up to twice `mostRecent` sizes.
    ///
    /// - Parameter mostRecent: By default so many that all sizes use at most about 13 megabytes. An owner whose sizes were dropped costs a read.
    init(mostRecent: Int = 1 << 14) { self.mostRecent = mostRecent }

    /// Returns the sizes of rows; `nil` if one of them is not in memory.
    mutating func sizes(of keys: [Key]) -> [Key: Size]? {
        var sizes: [Key: Size] = [:]
        for key in keys {
            guard let size = size(of: key) else { return nil }
            sizes[key] = size
        }
        return sizes
    }

    private mutating func size(of key: Key) -> Size? {
        if let size = recent[key] { return size }
        guard let size = earlier[key] else { return nil }
        keep(size, of: key)
        return size
    }

    /// Keeps the sizes that a read has found.
    ///
    /// - Parameter dropCount: The ``dropCount`` from before the read.
    mutating func keep(_ found: [Key: Size], since dropCount: Int) {
        for (key, size) in found where recent[key] == nil && earlier[key] == nil {
            // The size before this one may have caused a drop.
            guard dropCount == self.dropCount else { return }
            // A request may name any conversation, and as many as it likes.
            guard key.table != .conversation || size.owner != nil else { continue }
            keep(size, of: key)
        }
    }

    /// Notes that the open transaction has changed a row; the size of a deleted row is `nil`.
    mutating func change(_ key: Key, to size: Size?) { changes.updateValue(size, forKey: key) }

    /// Keeps the changed sizes, because the transaction has committed.
    mutating func commit() {
        for (key, size) in changes {
            if let size { keep(size, of: key) } else { drop(key) }
        }
        changes = [:]
    }

    /// Forgets the changes of a transaction that has failed, and the sizes of the rows that it has changed.
    mutating func rollBack() {
        for key in changes.keys { drop(key) }
        changes = [:]
    }

    private mutating func keep(_ size: Size, of key: Key) {
        recent[key] = size
        guard recent.count >= mostRecent else { return }
        (recent, earlier) = ([:], recent)
        dropCount += 1
    }

    private mutating func drop(_ key: Key) {
        recent[key] = nil
        earlier[key] = nil
        dropCount += 1
    }
}

extension KeptSizes.Key {
    /// Returns the rows of the size of a conversation and of all that is stored of an owner.
    static func keys(of conversation: String?, owner: Owner) -> [Self] {
        var keys = [Self(table: .clientSize, id: owner.client), Self(table: .usersSize, id: owner.client)]
        if owner.user != nil { keys.append(Self(table: .clientSize, id: owner.text)) }
        if let conversation { keys.append(Self(table: .conversation, id: conversation)) }
        return keys
    }
}

extension StoredSize {
    /// Adds up the sizes of the rows that ``KeptSizes/Key/keys(of:owner:)`` names.
    init(_ sizes: [KeptSizes.Key: KeptSizes.Size], of conversation: String?, owner: Owner) {
        func size(_ table: KeptSizes.Table, _ id: String) -> KeptSizes.Size {
            sizes[.init(table: table, id: id)] ?? .init()
        }
        self.init(clientBytes: size(.clientSize, owner.client).bytes + size(.usersSize, owner.client).bytes)
        if owner.user != nil { userBytes = size(.clientSize, owner.text).bytes }
        guard let conversation else { return }
        let own = size(.conversation, conversation)
        (self.owner, turns, entries, bytes) = (own.owner, own.turns, own.entries, own.bytes)
    }
}
