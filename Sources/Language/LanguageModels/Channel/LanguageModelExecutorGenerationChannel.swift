/// The connection from an executor to its session: ordered events with back-pressure (Apple FoundationModels 27.0).
///
/// One executor sends and one session reads. ``send(_:)`` waits while the session is more than a few events behind, so
/// that a slow reader slows the upstream down instead of filling memory. After the session has left, it returns at
/// once.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    /// The type of the events.
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
        if sink.accept([event], orCall: { wait.signal() }) == .hold { await wait.wait() }
    }

    /// Sends events by a synchronous call, without waiting.
    ///
    /// - Parameter resume: Called once, on any thread, after ``GenerationDemand/hold`` was returned, when more events
    ///   are accepted.
    package func push(_ events: [Event], orCall resume: @escaping @Sendable () -> Void) -> GenerationDemand {
        sink.accept(events, orCall: resume)
    }

    /// Ends the channel; events already sent can still be read.
    func finish() { storage?.finish() }

    /// Ends the channel because its reader has left; waiting senders are resumed.
    func cancel() { storage?.cancel() }

    /// Makes the channel's only reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }

    /// An iterator over the events, in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The type of the events.
        public typealias Element = Event

        fileprivate let storage: BoundedChannel<Event>?

        /// Returns the next event, or `nil` once the executor is done or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event? {
            await storage?.next()
        }
    }
}
