/// The members of a JSON object, in the order they were written, each name once.
///
/// Most objects on the wire have a handful of members, where a walk beats hashing; from nine members on a lookup table is kept.
public struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []
    private var positions: [String: Int]?

    private static let tableThreshold = 9

    /// Makes an empty object.
    public init() {}

    /// Makes an object of these members; of two with one name the later value wins, at the earlier place.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of the member named `key`; setting `nil` removes the member.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (nil, let value?): append(key, value)
            case (let position?, nil): remove(at: position)
            case (nil, nil): break
            }
        }
    }

    private func position(of key: String) -> Int? {
        if let positions { return positions[key] }
        return members.firstIndex { $0.key == key }
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if positions != nil {
            positions?[key] = members.count - 1
        } else if members.count >= Self.tableThreshold {
            rebuildTable()
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        positions = nil
        if members.count >= Self.tableThreshold { rebuildTable() }
    }

    private mutating func rebuildTable() {
        positions = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.key, $0) })
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
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes without regard to order, as equality has none.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(key)
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
