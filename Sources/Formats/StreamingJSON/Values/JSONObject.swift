/// The members of a JSON object, in the order they were written, each name once.
///
/// Names are compared by their bytes, not by canonical equivalence. Most objects on the wire have a handful of members,
/// where a linear search is faster than hashing; from ``tableThreshold`` members on, the object keeps a lookup table.
public struct JSONObject: Sendable {
    /// The data beside the members: at most one kind, so that a value has three words.
    private enum Side: Sendable {
        case none
        /// The index of each name.
        case positions([JSONName: Int])
        /// The object as text; see ``keepingText()``.
        case text([UInt8])
    }

    private var members: [(key: String, value: JSONValue)] = []
    private var side = Side.none

    static let tableThreshold = 17

    /// Makes an empty object.
    public init() {}

    /// Makes an object of these members; if two have one name, the later value wins, at the earlier place.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.members.reserveCapacity(members.underestimatedCount)
        for (key, value) in members { self[key] = value }
    }

    /// Makes an object of members that are known to have different names.
    ///
    /// - Parameter positions: The index of each name, if it is known already. Without it, names are found by a linear
    ///   search, however many there are, until the next change.
    init(distinct members: [(key: String, value: JSONValue)], positions: [JSONName: Int]?) {
        self.members = members
        side = positions.map(Side.positions) ?? .none
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of the member named `key`; setting `nil` removes the member.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): replace(at: position, with: value)
            case (nil, let value?): append(key, value)
            case (let position?, nil): remove(at: position)
            case (nil, nil): break
            }
        }
    }

    private func position(of key: String) -> Int? {
        if case .positions(let positions) = side { return positions[JSONName(key)] }
        return members.firstIndex { $0.key.isSpelt(as: key) }
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if case .positions(var positions) = side {
            // The table is moved out while it changes because a second reference would copy all of it.
            side = .none
            positions[JSONName(key)] = members.count - 1
            side = .positions(positions)
        } else if members.count >= Self.tableThreshold {
            rebuildTable()
        } else {
            side = .none
        }
    }

    private mutating func replace(at position: Int, with value: JSONValue) {
        members[position].value = value
        if case .text = side { side = .none }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        side = .none
        if members.count >= Self.tableThreshold { rebuildTable() }
    }

    private var hasTable: Bool {
        if case .positions = side { true } else { false }
    }

    private mutating func rebuildTable() {
        side = .positions(Dictionary(uniqueKeysWithValues: members.enumerated().map { (JSONName($1.key), $0) }))
    }
}

// MARK: - Kept text

extension JSONObject {
    /// Returns the same object with its serialized text kept, so that writing it often, alone or within other values,
    /// only copies bytes.
    ///
    /// The first change discards the text.
    package func keepingText() -> JSONObject {
        var copy = self
        var bytes: [UInt8] = []
        JSONValue.object(self).write(into: &bytes)
        copy.side = .text(bytes)
        return copy
    }

    /// The kept text; `nil` if there is none.
    var keptText: [UInt8]? {
        if case .text(let bytes) = side { bytes } else { nil }
    }
}

extension JSONObject: RandomAccessCollection {
    /// A name and its value.
    public typealias Element = (key: String, value: JSONValue)

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { members.count }

    /// The member at a position in the order.
    public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
    /// Returns whether both objects have the same members; the order does not count (RFC 8259 §4).
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        var right = right
        if right.count >= tableThreshold, !right.hasTable { right.rebuildTable() }
        return left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes the members independently of their order, because equality ignores it.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(JSONName(key))
            member.combine(value)
            combined ^= member.finalize()
        }
        hasher.combine(combined)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object of these members.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
