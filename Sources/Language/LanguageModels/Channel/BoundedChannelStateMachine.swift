/// The decisions of a bounded channel: which senders and reader wait and which are resumed.
///
/// The state machine has no effects of its own.
struct BoundedChannelStateMachine<Element: Sendable> {
    typealias Sender = CheckedContinuation<Void, Never>
    typealias Reader = CheckedContinuation<Element?, Never>

    enum Action {
        case resumeSender(Sender)
        case resumeReader(Reader, Element?)
        /// Call a pusher back, because the channel accepts more.
        case call(@Sendable () -> Void)
    }

    /// The number of elements in the buffer from which senders wait.
    private let capacity: Int
    /// The number of buffered elements at which waiting senders are resumed.
    ///
    /// Waking a task costs more than everything else that is done with an element. If one sender were resumed for each
    /// element read, it would wait again after its next send. With half of the buffer free, it can send that many
    /// elements before it waits again.
    private let refillCount: Int
    private var elements: [Element] = []
    private var waitingSenders: [(id: Int, element: Element, sender: Sender)] = []
    private var sendersCancelledEarly: Set<Int> = []
    /// The callbacks of pushers that must hold.
    private var waitingPushers: [@Sendable () -> Void] = []
    private var reader: Reader?
    private var isFinished = false
    private var lastID = 0

    init(capacity: Int = 64) {
        self.capacity = capacity
        refillCount = capacity / 2
    }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Accepts an element if no wait is needed; returns `nil` if the sender must wait.
    mutating func trySend(_ element: Element) -> [Action]? {
        if isFinished { return [] }
        if let reader {
            self.reader = nil
            return [.resumeReader(reader, element)]
        }
        // Senders that already wait go first.
        guard elements.count < capacity, waitingSenders.isEmpty else { return nil }
        elements.append(element)
        return []
    }

    /// Accepts all elements; the demand is `hold` while the buffer is full.
    mutating func push(
        _ pushed: [Element],
        orCall resume: @escaping @Sendable () -> Void
    ) -> (GenerationDemand, [Action]) {
        guard !isFinished else { return (.done, []) }
        var rest = pushed[...]
        var actions: [Action] = []
        if let reader, let first = rest.popFirst() {
            self.reader = nil
            actions.append(.resumeReader(reader, first))
        }
        elements.append(contentsOf: rest)
        guard elements.count >= capacity else { return (.more, actions) }
        waitingPushers.append(resume)
        return (.hold, actions)
    }

    /// Returns the next element if there is one or the channel has ended; `nil` if the reader must wait.
    mutating func tryNext() -> (element: Element?, actions: [Action])? {
        guard !elements.isEmpty else { return isFinished ? (nil, []) : nil }
        let element = elements.removeFirst()
        guard elements.count <= refillCount else { return (element, []) }
        let pushers = removePushers()
        guard !waitingSenders.isEmpty else { return (element, pushers) }
        let released = waitingSenders.prefix(capacity - elements.count)
        waitingSenders.removeFirst(released.count)
        elements.append(contentsOf: released.map(\.element))
        return (element, released.map { .resumeSender($0.sender) } + pushers)
    }

    private mutating func removePushers() -> [Action] {
        guard !waitingPushers.isEmpty else { return [] }
        defer { waitingPushers = [] }
        return waitingPushers.map { .call($0) }
    }

    mutating func send(_ element: Element, id: Int, _ sender: Sender) -> [Action] {
        let wasCancelled = sendersCancelledEarly.remove(id) != nil
        if wasCancelled { return [.resumeSender(sender)] }
        if let actions = trySend(element) { return actions + [.resumeSender(sender)] }
        waitingSenders.append((id, element, sender))
        return []
    }

    /// Resumes a sender whose task was cancelled, and drops its element.
    mutating func cancelSend(_ id: Int) -> [Action] {
        guard let index = waitingSenders.firstIndex(where: { $0.id == id }) else {
            // The sender either does not wait yet or was resumed already; `forget` clears the mark in the second case.
            if !isFinished { sendersCancelledEarly.insert(id) }
            return []
        }
        return [.resumeSender(waitingSenders.remove(at: index).sender)]
    }

    /// Drops the record of a call to `send` that has returned.
    mutating func forget(_ id: Int) { sendersCancelledEarly.remove(id) }

    mutating func next(_ reader: Reader) -> [Action] {
        if let (element, actions) = tryNext() { return [.resumeReader(reader, element)] + actions }
        // There is only one reader; a second one gets the end of the sequence at once.
        guard self.reader == nil else { return [.resumeReader(reader, nil)] }
        self.reader = reader
        return []
    }

    mutating func finish() -> [Action] {
        guard !isFinished else { return [] }
        isFinished = true
        // The elements of waiting senders are still delivered.
        elements.append(contentsOf: waitingSenders.map(\.element))
        var actions = waitingSenders.map { Action.resumeSender($0.sender) } + removePushers()
        waitingSenders = []
        if let reader {
            self.reader = nil
            actions.append(.resumeReader(reader, nil))
        }
        return actions
    }

    mutating func cancel() -> [Action] {
        elements = []
        let actions = finish()
        elements = []
        return actions
    }
}
