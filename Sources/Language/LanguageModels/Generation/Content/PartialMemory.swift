import StreamingJSON
import Synchronization

/// The values read from the finished parts of a value that is still arriving, so that the next snapshot reads only new
/// parts.
///
/// There is one memory for each open array, object and string of a stream, and it is valid only for that stream,
/// because finished parts do not change there. Reading removes a remembered list and puts it back, so that it can grow
/// in place; a concurrent reader finds nothing and reads everything, which is slower but has the same result. The
/// same happens if an earlier snapshot is read after a later one, because entries are marked with the length of the
/// text that had arrived.
final class PartialMemory: Sendable {
    /// A value that was read.
    ///
    /// It is passed to the reader of the next snapshot, and snapshots of one stream have one reader. A growing list or
    /// text is changed only by the reader that has removed it.
    struct Remembered: @unchecked Sendable {
        fileprivate let object: AnyObject
        /// The type of the values; comparing it costs less than casting to a generic class.
        fileprivate let type: ObjectIdentifier
        /// The length of the text that had arrived.
        fileprivate let offset: Int

        /// Returns the value if it was read as this type.
        func object(readAs type: Any.Type) -> AnyObject? { self.type == ObjectIdentifier(type) ? object : nil }
    }

    /// The state of a property, known before a search.
    enum PropertyState: Sendable {
        /// The property was read.
        case finished(Remembered)
        /// The property has been `null` since this length of the text.
        case null(offset: Int)
        /// The property is missing while the object has this width; `open` means that it is still arriving.
        case missing(width: Int)
        case open(width: Int)
    }

    private struct State {
        /// The requested properties, which are few and requested in the same order each time.
        var properties: [(name: String, state: PropertyState)] = []
        /// The index after the property requested last.
        var nextPlace = 0
        /// The last part, while it is open.
        var open: (part: GeneratedContent.Part, memory: PartialMemory)?
        /// The elements, or the text so far.
        var content: Remembered?

        /// Returns the index of a property; most often it is the next one.
        mutating func place(of name: String) -> Int? {
            let isNext = nextPlace < properties.count && properties[nextPlace].name == name
            guard let place = isNext ? nextPlace : properties.firstIndex(where: { $0.name == name }) else { return nil }
            nextPlace = place + 1 < properties.count ? place + 1 : 0
            return place
        }
    }

    private let state = Mutex(State())

    /// Returns the memory of an open part.
    func open(_ part: GeneratedContent.Part) -> PartialMemory {
        state.withLock { state in
            if let open = state.open, open.part == part { return open.memory }
            let memory = PartialMemory()
            state.open = (part, memory)
            return memory
        }
    }

    /// Returns the state of a property for a snapshot at this length of the text, in which the object has this width.
    func state(of name: String, offset: Int, width: Int) -> PropertyState? {
        state.withLock { state in
            guard let place = state.place(of: name) else { return nil }
            let property = state.properties[place].state
            return switch property {
            case .finished(let remembered): remembered.offset <= offset ? property : nil
            case .null(let since): since <= offset ? property : nil
            case .missing(let known), .open(let known): known == width ? property : nil
            }
        }
    }

    /// Stores the state of a property.
    func store(_ property: PropertyState, of name: String) {
        state.withLock { state in
            if let place = state.place(of: name) {
                state.properties[place].state = property
            } else {
                state.properties.append((name, property))
            }
        }
    }

    /// Stores the value of a finished property.
    func remember<Value>(_ value: Value, forProperty name: String, at offset: Int) {
        let part = PartialPart(value)
        store(.finished(Remembered(object: part, type: ObjectIdentifier(Value.self), offset: offset)), of: name)
    }

    /// Removes the elements read before and returns them; `isCurrent` is true if nothing has arrived since.
    func removeList(of type: Any.Type, at offset: Int) -> (list: AnyObject, isCurrent: Bool)? {
        removeContent(type, at: offset).map { ($0.object, $0.offset == offset) }
    }

    /// Stores a list or a text again, with the type as which it is requested.
    func store(_ object: AnyObject, _ type: Any.Type, at offset: Int) {
        let remembered = Remembered(object: object, type: ObjectIdentifier(type), offset: offset)
        state.withLock { $0.content = remembered }
    }

    /// Returns the text of an open string; only the added part is read.
    func text(of snapshot: JSONSnapshot, at offset: Int) -> String? {
        let known = removeContent(PartialText.self, at: offset)
        let text = known.map { unsafeDowncast($0.object, to: PartialText.self) } ?? PartialText()
        if known?.offset != offset {
            guard let rest = snapshot.openString(fromByte: text.text.utf8.count) else { return nil }
            text.text += rest
        }
        store(text, PartialText.self, at: offset)
        return text.text
    }

    private func removeContent(_ type: Any.Type, at offset: Int) -> Remembered? {
        state.withLock { state -> Remembered? in
            guard let content = state.content, content.offset <= offset, content.type == ObjectIdentifier(type) else {
                return nil
            }
            state.content = nil
            return content
        }
    }
}

/// The memory as one snapshot may use it.
struct PartialRecall: Sendable {
    let memory: PartialMemory
    /// The length of the text at the last visible change.
    let offset: Int
    /// The number of elements or properties so far.
    let width: Int

    init(memory: PartialMemory, offset: Int, of snapshot: JSONSnapshot) {
        self.memory = memory
        self.offset = offset
        width = snapshot.width
    }

    /// Returns the memory of an open part.
    func open(_ part: GeneratedContent.Part, _ snapshot: JSONSnapshot) -> PartialRecall {
        PartialRecall(memory: memory.open(part), offset: offset, of: snapshot)
    }

    /// Returns the state of a property.
    func state(of name: String) -> PartialMemory.PropertyState? {
        memory.state(of: name, offset: offset, width: width)
    }

    /// Stores the value of a finished property.
    func remember<Value>(_ value: Value, forProperty name: String) {
        memory.remember(value, forProperty: name, at: offset)
    }

    /// Stores that a finished property is `null`.
    func rememberNull(_ name: String) { memory.store(.null(offset: offset), of: name) }

    /// Stores that a property is missing so far.
    func rememberMissing(_ name: String) { memory.store(.missing(width: width), of: name) }

    /// Stores that a property is still arriving.
    func rememberOpen(_ name: String) { memory.store(.open(width: width), of: name) }
}

/// A finished part.
@usableFromInline final class PartialPart<Value> {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
}

/// The text of a string that is still arriving.
private final class PartialText {
    var text = ""
}

/// The elements of an array that is still arriving.
@usableFromInline final class PartialList<Element> {
    /// The elements; the last one may be unfinished.
    @usableFromInline var elements: [Element] = []
    /// The number of finished elements.
    @usableFromInline var finishedCount = 0

    @usableFromInline init() {}
}
