/// A JSON value, or a part of one, as far as it has arrived: each node knows whether it is complete.
///
/// A complete node never changes in later snapshots of the same text. In an open array or object only the last child
/// can be open; an open string is a prefix, in whole characters, of its final text. The one exception is a repeated
/// name under ``JSONParseOptions/RepeatedNames/keepLast``: the later value is shown only once it is complete, and then
/// replaces the earlier one.
///
/// **Cost.** The cost of a subscript does not grow with the tree, except for a linear search over the names of an open
/// object. ``value``, ``elements``, ``members`` and ``keys`` share all complete nodes and copy the direct children of
/// the open container; ``value`` also copies those of each open container inside it.
public struct JSONSnapshot: Sendable {
    enum Content: Sendable {
        case complete(JSONValue)
        /// The open node at a level of the spine; the level below its last frame is the open string.
        case open(JSONSpine, level: Int)
    }

    let content: Content

    init(content: Content) { self.content = content }

    /// A complete value.
    public init(_ value: JSONValue) { content = .complete(value) }

    /// Whether no part of this node can change any more.
    public var isComplete: Bool {
        if case .complete = content { true } else { false }
    }

    /// The number of unfinished nodes, counted from this one along each last child; 0 if it is complete.
    public var openDepth: Int {
        switch content {
        case .complete: 0
        case .open(let spine, let level): spine.depth - level
        }
    }

    /// The node as a value, with the content so far of its open parts.
    public var value: JSONValue {
        switch content {
        case .complete(let value): value
        case .open(let spine, let level): spine.value(at: level)
        }
    }

    /// The name of the node's type as JSON Schema spells it.
    public var typeName: String {
        switch content {
        case .complete(let value): value.typeName
        case .open(let spine, let level):
            level < spine.levelCount ? (spine.frames[level].isObject ? "object" : "array") : "string"
        }
    }

    /// The text so far, if this is a string.
    public var stringValue: String? {
        switch content {
        case .complete(let value): value.stringValue
        case .open(let spine, let level): level < spine.levelCount ? nil : spine.string
        }
    }
}

// MARK: - Children

extension JSONSnapshot {
    /// The number of elements or members so far, the open one included; 0 for anything but an array or object.
    public var count: Int {
        switch content {
        case .complete(.array(let elements)): return elements.count
        case .complete(.object(let members)): return members.count
        case .complete: return 0
        case .open(let spine, let level):
            guard level < spine.levelCount else { return 0 }
            return spine.frames[level].values.count + (openChild == nil ? 0 : 1)
        }
    }

    /// The last child, if it is open.
    public var openChild: JSONSnapshot? {
        guard case .open(let spine, let level) = content, level + 1 < spine.depth else { return nil }
        return JSONSnapshot(content: .open(spine, level: level + 1))
    }

    /// The element at `index` if this is an array that has one; all but the last are complete.
    public subscript(index: Int) -> JSONSnapshot? {
        switch content {
        case .complete(let value):
            return value[index].map(JSONSnapshot.init)
        case .open(let spine, let level):
            guard level < spine.levelCount, !spine.frames[level].isObject, index >= 0 else { return nil }
            let values = spine.frames[level].values
            if index < values.count { return JSONSnapshot(values[index]) }
            return index == values.count ? openChild : nil
        }
    }

    /// The member named `key` if this is an object that has one.
    public subscript(key: String) -> JSONSnapshot? {
        switch content {
        case .complete(let value):
            return value[key].map(JSONSnapshot.init)
        case .open(let spine, let level):
            guard level < spine.levelCount, spine.frames[level].isObject else { return nil }
            let frame = spine.frames[level]
            if let place = frame.place(of: key) { return JSONSnapshot(frame.values[place]) }
            return frame.name?.isSpelt(as: key) == true ? openChild : nil
        }
    }

    /// The names of the members so far, in order; none for anything but an object.
    public var keys: [String] {
        switch content {
        case .complete(let value):
            return value.objectValue?.keys ?? []
        case .open(let spine, let level):
            guard level < spine.levelCount else { return [] }
            let frame = spine.frames[level]
            guard openChild != nil, let name = frame.name else { return frame.names.array }
            return frame.names.array + CollectionOfOne(name)
        }
    }

    /// The members so far, in order, if this is an object; all but the last are complete.
    public var members: [(key: String, value: JSONSnapshot)]? {
        switch content {
        case .complete(let value):
            return value.objectValue?.map { (key: $0.key, value: JSONSnapshot($0.value)) }
        case .open(let spine, let level):
            guard level < spine.levelCount, spine.frames[level].isObject else { return nil }
            let frame = spine.frames[level]
            let complete = zip(frame.names.array, frame.values.array).map { (key: $0, value: JSONSnapshot($1)) }
            guard let openChild, let name = frame.name else { return complete }
            return complete + CollectionOfOne((key: name, value: openChild))
        }
    }

    /// The elements so far, if this is an array; all but the last are complete.
    public var elements: [JSONSnapshot]? {
        switch content {
        case .complete(let value):
            return value.arrayValue.map { $0.map(JSONSnapshot.init) }
        case .open(let spine, let level):
            guard level < spine.levelCount, !spine.frames[level].isObject else { return nil }
            let complete = spine.frames[level].values.array.map(JSONSnapshot.init)
            return openChild.map { complete + CollectionOfOne($0) } ?? complete
        }
    }
}

extension JSONSnapshot: Equatable {
    /// Returns whether the values are equal and the same nodes are open.
    public static func == (left: Self, right: Self) -> Bool {
        left.openDepth == right.openDepth && left.value == right.value
    }
}
