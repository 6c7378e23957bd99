/// Decides who waits and who goes on in a bounded channel; does nothing itself.
struct BoundedChannelStateMachine<Element: Sendable> {
    typealias Sender = CheckedContinuation<Void, Never>
    typealias Reader = CheckedContinuation<Element?, Never>

    enum Action {
        case resumeSender(Sender)
        case resumeReader(Reader, Element?)
        /// Tell a pusher that the channel accepts more.
        case call(@Sendable () -> Void)
    }

    /// How many elements may wait for the reader before senders wait too.
    private let capacity: Int
    /// How few elements are left when senders that wait are let go on.
    ///
    /// To wake a task costs more than all else that is done with an element. A sender that were let go for each element that is
    /// read would wait again after sending one; so it sends half of what there is room for before it has to wait again.
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

    /// Sends without waiting, if that is possible; `nil` if the sender has to wait.
    mutating func trySend(_ element: Element) -> [Action]? {
        if isFinished { return [] }
        if let reader {
            self.reader = nil
            return [.resumeReader(reader, element)]
        }
        // Not before those that wait already.
        guard elements.count < capacity, waitingSenders.isEmpty else { return nil }
        elements.append(element)
        return []
    }

    /// Accepts all elements; the pusher must hold while the channel is full.
    mutating func push(
        _ pushed: [Element],
        orCall goOn: @escaping @Sendable () -> Void
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
        waitingPushers.append(goOn)
        return (.hold, actions)
    }

    /// Reads without waiting, if that is possible; `nil` if the reader has to wait.
    mutating func tryNext() -> (element: Element?, actions: [Action])? {
        guard !elements.isEmpty else { return isFinished ? (nil, []) : nil }
        let element = elements.removeFirst()
        guard elements.count <= refillCount else { return (element, []) }
        let pushers = takePushers()
        guard !waitingSenders.isEmpty else { return (element, pushers) }
        let released = waitingSenders.prefix(capacity - elements.count)
        waitingSenders.removeFirst(released.count)
        elements.append(contentsOf: released.map(\.element))
        return (element, released.map { .resumeSender($0.sender) } + pushers)
    }

    private mutating func takePushers() -> [Action] {
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

    /// A sender's task was cancelled: it stops waiting and its element is dropped.
    mutating func cancelSend(_ id: Int) -> [Action] {
        guard let index = waitingSenders.firstIndex(where: { $0.id == id }) else {
            // Either not there yet, or already let go; `forget` clears the mark in the second case.
            if !isFinished { sendersCancelledEarly.insert(id) }
            return []
        }
        return [.resumeSender(waitingSenders.remove(at: index).sender)]
    }

    /// The call to `send` is over; nothing about it needs to be known any more.
    mutating func forget(_ id: Int) { sendersCancelledEarly.remove(id) }

    mutating func next(_ reader: Reader) -> [Action] {
        if let (element, actions) = tryNext() { return [.resumeReader(reader, element)] + actions }
        // There is one reader; a second one has nothing to wait for.
        guard self.reader == nil else { return [.resumeReader(reader, nil)] }
        self.reader = reader
        return []
    }

    mutating func finish() -> [Action] {
        guard !isFinished else { return [] }
        isFinished = true
        // A sender still waiting has been promised delivery.
        elements.append(contentsOf: waitingSenders.map(\.element))
        var actions = waitingSenders.map { Action.resumeSender($0.sender) } + takePushers()
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
