/// The way from an executor to its session: events in, in order, with back-pressure (Apple FoundationModels 27.0).
///
/// One executor sends, one session reads. ``send(_:)`` waits while the session is more than a few events behind, so a slow reader
/// slows the upstream down instead of filling memory; once the session has gone it returns at once.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    /// What is read.
    public typealias Element = Event

    private let sink: any GenerationSink
    /// The buffer of a channel that has a reader.
    private let storage: BoundedChannel<Event>?

    /// Makes an open channel.
    public init() {
        let storage = BoundedChannel<Event>()
        sink = storage
        self.storage = storage
    }

    /// Makes a channel without a reader: each event goes to `sink` by a synchronous call, without a task or a buffer.
    package init(sink: any GenerationSink) {
        self.sink = sink
        storage = nil
    }

    /// Sends one event; waits while the reader is behind.
    public func send(_ event: Event) async {
        if let storage { return await storage.send(event) }
        guard !Task.isCancelled else { return }
        let wait = OneTimeSignal()
        if sink.take([event], orCall: { wait.signal() }) == .hold { await wait.wait() }
    }

    /// Sends events by a synchronous call, without waiting.
    ///
    /// - Parameter goOn: Called once, on any thread, when the answer was ``GenerationDemand/hold`` and more is accepted.
    package func push(_ events: [Event], orCall goOn: @escaping @Sendable () -> Void) -> GenerationDemand {
        sink.take(events, orCall: goOn)
    }

    /// No more events will come; what was sent can still be read.
    func finish() { storage?.finish() }

    /// No one will read any more; senders are let go.
    func cancel() { storage?.cancel() }

    /// Makes the one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }

    /// Reads the events in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// What is read.
        public typealias Element = Event

        fileprivate let storage: BoundedChannel<Event>?

        /// The next event; `nil` once the executor is done or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event? {
            await storage?.next()
        }
    }
}
