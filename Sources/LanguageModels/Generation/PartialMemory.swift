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
    private struct Remembered: @unchecked Sendable {
        let object: AnyObject
        /// How much of the text had arrived.
        let offset: Int
    }

    private struct State {
        /// The finished properties, which are few: a type asks for those it has, and a walk finds them.
        var properties: [(name: String, value: Remembered)] = []
        /// The last part, as long as it is open.
        var open: (part: GeneratedContent.Part, memory: PartialMemory)?
        /// The elements, or the text so far.
        var content: Remembered?
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

    /// A finished property as it was read before, or by a snapshot before `offset`.
    func property<Value>(_ name: String, as type: Value.Type, at offset: Int) -> Value? {
        let remembered = state.withLock { state in
            state.properties.first { $0.name == name && $0.value.offset <= offset }?.value
        }
        return (remembered?.object as? PartialPart<Value>)?.value
    }

    /// Remembers a finished property.
    func remember<Value>(_ value: Value, forProperty name: String, at offset: Int) {
        let remembered = Remembered(object: PartialPart(value), offset: offset)
        state.withLock { state in
            state.properties.removeAll { $0.name == name }
            state.properties.append((name, remembered))
        }
    }

    /// Takes out the elements that were read before.
    func takeList<Element>(of type: Element.Type, at offset: Int) -> PartialList<Element> {
        take(at: offset) as? PartialList<Element> ?? PartialList()
    }

    /// Puts a list or text back.
    func putBack(_ content: AnyObject, at offset: Int) {
        let remembered = Remembered(object: content, offset: offset)
        state.withLock { $0.content = remembered }
    }

    /// The text of an open string, by what has been added to it.
    func text(of snapshot: JSONSnapshot, at offset: Int) -> String? {
        let text = take(at: offset) as? PartialText ?? PartialText()
        guard let rest = snapshot.openString(fromByte: text.text.utf8.count) else { return nil }
        text.text += rest
        defer { putBack(text, at: offset) }
        return text.text
    }

    private func take(at offset: Int) -> AnyObject? {
        state.withLock { state -> Remembered? in
            guard let content = state.content, content.offset <= offset else { return nil }
            state.content = nil
            return content
        }?.object
    }
}

/// The memory that a snapshot may use.
struct PartialRecall: Sendable {
    let memory: PartialMemory
    /// How much of the text had arrived.
    let offset: Int

    /// The memory of a part that is open.
    func open(_ part: GeneratedContent.Part) -> PartialRecall {
        PartialRecall(memory: memory.open(part), offset: offset)
    }

    /// A finished property as it was read before.
    func property<Value>(_ name: String, as type: Value.Type) -> Value? {
        memory.property(name, as: type, at: offset)
    }

    /// Remembers a finished property.
    func remember<Value>(_ value: Value, forProperty name: String) {
        memory.remember(value, forProperty: name, at: offset)
    }
}

/// A finished part.
private final class PartialPart<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// The text of a string that is still arriving.
private final class PartialText {
    var text = ""
}

/// The elements of an array that is still arriving.
final class PartialList<Element> {
    /// The elements, the last of which may be unfinished.
    var elements: [Element] = []
    /// How many of them are finished.
    var finishedCount = 0
}
