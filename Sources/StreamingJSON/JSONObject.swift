/// The members of a JSON object, in the order they were written, each name once.
///
/// Names are compared by their bytes, not by how they look. Most objects on the wire have a handful of members, where a walk
/// beats hashing; from ``tableThreshold`` members on a lookup table is kept.
public struct JSONObject: Sendable {
    /// What is kept beside the members: one thing at most, so that a value stays three words.
    private enum Side: Sendable {
        case none
        /// The place of each name.
        case positions([JSONName: Int])
        /// The object as text; see ``keepingText()``.
        case text([UInt8])
    }

    private var members: [(key: String, value: JSONValue)] = []
    private var side = Side.none

    static let tableThreshold = 17

    /// Makes an empty object.
    public init() {}

    /// Makes an object of these members; of two with one name the later value wins, at the earlier place.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.members.reserveCapacity(members.underestimatedCount)
        for (key, value) in members { self[key] = value }
    }

    /// Makes an object of members that are known to have different names.
    ///
    /// - Parameter positions: The place of each name, if that is known already. Without it names are looked up by a walk, however
    ///   many there are, until the next change.
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
            // Held once only while it changes, or all of it would be copied.
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

// MARK: - Text that is kept

extension JSONObject {
    /// The same object, which keeps its text: whoever writes it often, alone or within other values, copies bytes instead.
    ///
    /// The first change lets go of the text.
    package func keepingText() -> JSONObject {
        var copy = self
        var bytes: [UInt8] = []
        JSONValue.object(self).write(into: &bytes)
        copy.side = .text(bytes)
        return copy
    }

    /// The text that is kept; `nil` for none.
    var keptText: [UInt8]? {
        if case .text(let bytes) = side { bytes } else { nil }
    }
}

extension JSONObject: RandomAccessCollection {
    /// One member.
    public typealias Element = (key: String, value: JSONValue)

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { members.count }

    /// The member at a place in the order.
    public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
    /// Two objects are equal when they have the same members; the order does not count (RFC 8259 §4).
    public static func == (left: Self, right: Self) -> Bool {
        guard left.count == right.count else { return false }
        var right = right
        if right.count >= tableThreshold, !right.hasTable { right.rebuildTable() }
        return left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes without regard to order, as equality has none.
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
