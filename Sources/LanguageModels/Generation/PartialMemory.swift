import StreamingJSON
import Synchronization

/// What was read of the finished parts of a value that is still arriving, so that the next snapshot reads only what is new.
///
/// There is one for each open array, object and string of a stream, and it holds for that stream alone: what is finished there
/// does not change. Reading takes out what is remembered and puts it back, so that a list can grow in its place; whoever comes
/// in between reads afresh, which is slower and no different.
final class PartialMemory: Sendable {
    /// Something that was read, by its type.
    ///
    /// A value is read back by whom it was read for: by the next snapshot of the same stream. It is a copy of a value; instances of
    /// classes are not remembered.
    private struct Remembered: @unchecked Sendable {
        let box: AnyObject
    }

    private struct State {
        var properties: [String: Remembered] = [:]
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

    /// A finished property as it was read before.
    func property<Value>(_ name: String, as type: Value.Type) -> Value? {
        let remembered = state.withLock { $0.properties[name] }
        return (remembered?.box as? Box<Value>)?.value
    }

    /// Remembers a finished property.
    func remember<Value>(_ value: Value, forProperty name: String) {
        if Value.self is AnyObject.Type { return }
        let remembered = Remembered(box: Box(value))
        state.withLock { $0.properties[name] = remembered }
    }

    /// Takes out the elements that were read before.
    func takeList<Element>(of type: Element.Type) -> PartialList<Element> {
        let remembered = take()
        return (remembered?.box as? Box<PartialList<Element>>)?.takeValue() ?? PartialList()
    }

    /// Puts the elements back.
    func putBack<Element>(_ list: PartialList<Element>) {
        if Element.self is AnyObject.Type { return }
        put(Remembered(box: Box(list)))
    }

    /// The text of an open string, by what has been added to it.
    func text(of snapshot: JSONSnapshot) -> String? {
        var text = (take()?.box as? Box<String>)?.takeValue() ?? ""
        guard let rest = snapshot.openString(fromByte: text.utf8.count) else { return nil }
        text += rest
        put(Remembered(box: Box(text)))
        return text
    }

    private func take() -> Remembered? {
        state.withLock { state in
            defer { state.content = nil }
            return state.content
        }
    }

    private func put(_ remembered: Remembered) { state.withLock { $0.content = remembered } }
}

/// The elements of an array that is still arriving.
struct PartialList<Element> {
    /// The elements, the last of which may be unfinished.
    var elements: [Element] = []
    /// How many of them are finished.
    var finishedCount = 0
}

/// A value on the heap, which can be taken out so that it has one owner.
private final class Box<Value> {
    private(set) var value: Value?

    init(_ value: Value) { self.value = value }

    func takeValue() -> Value? {
        defer { value = nil }
        return value
    }
}
