/// Complete values that wait for the array or object around them to close.
///
/// Memory is managed by hand so that a closing container moves its values into an array of exactly their number.
struct JSONStack<Element>: ~Copyable {
    private var storage: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (storage + count).initialize(to: element)
        count += 1
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: storage, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
    }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return storage[index]
        }
        set {
            precondition(index >= 0 && index < count)
            storage[index] = newValue
        }
    }

    /// Removes the element at `start` and all after it, and returns a pointer to them; the caller owns them from then
    /// on.
    mutating func release(from start: Int) -> UnsafeMutablePointer<Element> {
        precondition(start >= 0 && start <= count)
        count = start
        return storage + start
    }

    /// Removes the elements from `start` on, and returns them.
    mutating func removeElements(from start: Int) -> [Element] {
        let taken = count - start
        if taken == 0 { return [] }
        let source = release(from: start)
        return [Element](unsafeUninitializedCapacity: taken) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: taken)
            initialized = taken
        }
    }
}
