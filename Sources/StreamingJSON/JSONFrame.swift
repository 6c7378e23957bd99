/// An array or object that a stream has opened and not closed: its complete children, and where the open one belongs.
struct JSONFrame: Sendable {
    let isObject: Bool
    /// The complete children.
    private(set) var values = GrowingList<JSONValue>()
    /// The names of the complete members.
    private(set) var names = GrowingList<String>()
    /// The name of the member being read; `nil` between members and in an array.
    private(set) var name: String?
    /// The place of the earlier member that has that name too.
    private(set) var repeated: Int?

    init(isObject: Bool) { self.isObject = isObject }

    /// The place of the complete member of this name, found by a walk.
    func place(of name: String) -> Int? { names.firstIndex { $0.isSpelt(as: name) } }

    /// The step from this container to the child being read, or to the last one when it has just been added.
    func step(isAdded: Bool) -> JSONPath.Step {
        if isObject { return .name(name ?? "") }
        return .index(isAdded ? values.count - 1 : values.count)
    }

    /// Begins a member, whose name is that of the complete one at `repeated` if that is not `nil`.
    mutating func begin(_ name: String, repeated: Int?) {
        self.repeated = repeated
        self.name = name
    }

    /// Adds the child being read, now complete; ``end()`` must follow.
    ///
    /// - Returns: Whether it is part of the container, rather than dropped for an earlier one of its name.
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

    /// The container with its complete children and no more.
    ///
    /// - Parameter positions: The place of each name, if it is known.
    func value(positions: [JSONName: Int]? = nil) -> JSONValue {
        isObject ? .object(JSONObject(distinct: members(and: nil), positions: positions)) : .array(values.array)
    }

    /// The container with its complete children and `child` after them.
    func value(with child: JSONValue) -> JSONValue {
        guard isObject else { return .array(values.array(and: child)) }
        // Without the lookup table, which is not worth its making for a value that is soon replaced by the next.
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
