/// An array or object that a stream has opened and not closed: its complete children, and the name of the open one.
struct JSONFrame: Sendable {
    let isObject: Bool
    /// The complete children.
    private(set) var values = GrowingList<JSONValue>()
    /// The names of the complete members.
    private(set) var names = GrowingList<String>()
    /// The name of the member being read; `nil` between members and in an array.
    private(set) var name: String?
    /// The index of the earlier member that also has that name.
    private(set) var repeated: Int?

    init(isObject: Bool) { self.isObject = isObject }

    /// Returns the index of the complete member with this name, found by a linear search.
    func place(of name: String) -> Int? { names.firstIndex { $0.isSpelt(as: name) } }

    /// Returns the path step from this container to the child being read, or to the last one if it was just added.
    func step(isAdded: Bool) -> JSONPath.Step {
        if isObject { return .name(name ?? "") }
        return .index(isAdded ? values.count - 1 : values.count)
    }

    /// Starts a member; `repeated` is the index of the complete member with the same name, or `nil`.
    mutating func begin(_ name: String, repeated: Int?) {
        self.repeated = repeated
        self.name = name
    }

    /// Adds the child being read, which is now complete; ``end()`` must follow.
    ///
    /// - Returns: Whether it became part of the container; false if an earlier member of the same name was kept
    ///   instead.
    mutating func add(_ value: JSONValue, keepsLast: Bool) -> Bool {
        if let repeated {
            if keepsLast { values[repeated] = value }
            return keepsLast
        }
        values.append(value)
        if let name { names.append(name) }
        return true
    }

    /// Forgets the child being read.
    mutating func end() {
        if isObject { (name, repeated) = (nil, nil) }
    }

    /// Returns the container with its complete children only.
    ///
    /// - Parameter positions: The index of each name, if it is known.
    func value(positions: [JSONName: Int]? = nil) -> JSONValue {
        isObject ? .object(JSONObject(distinct: members(and: nil), positions: positions)) : .array(values.array)
    }

    /// Returns the container with its complete children and `child` after them.
    func value(with child: JSONValue) -> JSONValue {
        guard isObject else { return .array(values.array(and: child)) }
        // This value has no lookup table because the next value soon replaces it.
        return .object(JSONObject(distinct: members(and: child), positions: nil))
    }

    private func members(and child: JSONValue?) -> [(key: String, value: JSONValue)] {
        let (names, values) = (names.array, values.array)
        var members: [(key: String, value: JSONValue)] = []
        members.reserveCapacity(names.count + 1)
        for index in names.indices { members.append((key: names[index], value: values[index])) }
        if let child, let name { members.append((key: name, value: child)) }
        return members
    }
}
