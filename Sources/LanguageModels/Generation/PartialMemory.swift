import StreamingJSON
import Synchronization

/// What was read of the finished parts of a value that is still arriving, so that the next snapshot reads only what is new.
///
/// There is one for each open array, object and string of a stream, and it holds for that stream alone: what is finished there
/// does not change. Reading takes out what is remembered and puts it back, so that a list can grow in its place; whoever comes
/// in between reads afresh, which is slower and no different. So does an earlier snapshot that is read after a later one: what is
/// remembered is marked with how much of the text had arrived.
final class PartialMemory: Sendable {
    /// Something that was read.
    ///
    /// It is handed to the reader of the next snapshot, and snapshots of one stream have one reader; a list or text that grows is
    /// changed only by who has taken it out.
    struct Remembered: @unchecked Sendable {
        fileprivate let object: AnyObject
        /// The type whose values it holds; to compare that costs less than to cast to a generic class.
        fileprivate let type: ObjectIdentifier
        /// How much of the text had arrived.
        fileprivate let offset: Int

        /// What was read, if it was read as this type.
        func object(readAs type: Any.Type) -> AnyObject? { self.type == ObjectIdentifier(type) ? object : nil }
    }

    /// What is known of a property before it is looked for.
    enum Finding: Sendable {
        /// It was read.
        case finished(Remembered)
        /// It is `null` since so much of the text has arrived.
        case null(offset: Int)
        /// It is not there, or is the open one, as long as the object has this width.
        case missing(width: Int)
        case open(width: Int)
    }

    private struct State {
        /// The properties that were asked for, which are few and asked for in the same order each time.
        var properties: [(name: String, finding: Finding)] = []
        /// The place after the property that was asked for last.
        var nextPlace = 0
        /// The last part, as long as it is open.
        var open: (part: GeneratedContent.Part, memory: PartialMemory)?
        /// The elements, or the text so far.
        var content: Remembered?

        /// The place of a property; most often it is the next one.
        mutating func place(of name: String) -> Int? {
            let isNext = nextPlace < properties.count && properties[nextPlace].name == name
            guard let place = isNext ? nextPlace : properties.firstIndex(where: { $0.name == name }) else { return nil }
            nextPlace = place + 1 < properties.count ? place + 1 : 0
            return place
        }
    }

    private let state = Mutex(State())

    /// The memory of a part that is open.
    func open(_ part: GeneratedContent.Part) -> PartialMemory {
        state.withLock { state in
            if let open = state.open, open.part == part { return open.memory }
            let memory = PartialMemory()
            state.open = (part, memory)
            return memory
        }
    }

    /// What is known of a property for a snapshot with so much of the text, in which this object is so wide.
    func finding(_ name: String, offset: Int, width: Int) -> Finding? {
        state.withLock { state in
            guard let place = state.place(of: name) else { return nil }
            let finding = state.properties[place].finding
            return switch finding {
            case .finished(let remembered): remembered.offset <= offset ? finding : nil
            case .null(let since): since <= offset ? finding : nil
            case .missing(let known), .open(let known): known == width ? finding : nil
            }
        }
    }

    /// Keeps what was found.
    func note(_ finding: Finding, of name: String) {
        state.withLock { state in
            if let place = state.place(of: name) {
                state.properties[place].finding = finding
            } else {
                state.properties.append((name, finding))
            }
        }
    }

    /// Remembers a finished property.
    func remember<Value>(_ value: Value, forProperty name: String, at offset: Int) {
        let part = PartialPart(value)
        note(.finished(Remembered(object: part, type: ObjectIdentifier(Value.self), offset: offset)), of: name)
    }

    /// Takes out the elements that were read before; `isCurrent` when nothing has come since.
    func takeList(of type: Any.Type, at offset: Int) -> (list: AnyObject, isCurrent: Bool)? {
        take(type, at: offset).map { ($0.object, $0.offset == offset) }
    }

    /// Puts a list or text back, with the type by which it is asked for.
    func putBack(_ object: AnyObject, _ type: Any.Type, at offset: Int) {
        let remembered = Remembered(object: object, type: ObjectIdentifier(type), offset: offset)
        state.withLock { $0.content = remembered }
    }

    /// The text of an open string, by what has been added to it.
    func text(of snapshot: JSONSnapshot, at offset: Int) -> String? {
        let known = take(PartialText.self, at: offset)
        let text = known.map { unsafeDowncast($0.object, to: PartialText.self) } ?? PartialText()
        if known?.offset != offset {
            guard let rest = snapshot.openString(fromByte: text.text.utf8.count) else { return nil }
            text.text += rest
        }
        putBack(text, PartialText.self, at: offset)
        return text.text
    }

    private func take(_ type: Any.Type, at offset: Int) -> Remembered? {
        state.withLock { state -> Remembered? in
            guard let content = state.content, content.offset <= offset, content.type == ObjectIdentifier(type) else {
                return nil
            }
            state.content = nil
            return content
        }
    }
}

/// The memory that a snapshot may use.
struct PartialRecall: Sendable {
    let memory: PartialMemory
    /// How much of the text had arrived when last something new could be seen in it.
    let offset: Int
    /// How far the array or object had come.
    let width: Int

    init(memory: PartialMemory, offset: Int, of snapshot: JSONSnapshot) {
        self.memory = memory
        self.offset = offset
        width = snapshot.width
    }

    /// The memory of a part that is open.
    func open(_ part: GeneratedContent.Part, _ snapshot: JSONSnapshot) -> PartialRecall {
        PartialRecall(memory: memory.open(part), offset: offset, of: snapshot)
    }

    /// What is known of a property.
    func finding(_ name: String) -> PartialMemory.Finding? {
        memory.finding(name, offset: offset, width: width)
    }

    /// Remembers a finished property.
    func remember<Value>(_ value: Value, forProperty name: String) {
        memory.remember(value, forProperty: name, at: offset)
    }

    /// Remembers that a finished property is `null`.
    func rememberNull(_ name: String) { memory.note(.null(offset: offset), of: name) }

    /// Remembers that a property is not there yet.
    func rememberMissing(_ name: String) { memory.note(.missing(width: width), of: name) }

    /// Remembers that a property is the open one.
    func rememberOpen(_ name: String) { memory.note(.open(width: width), of: name) }
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
    /// The elements, the last of which may be unfinished.
    @usableFromInline var elements: [Element] = []
    /// How many of them are finished.
    @usableFromInline var finishedCount = 0

    @usableFromInline init() {}
}
