/// The way from an executor to its session: events in, in order, with back-pressure (Apple FoundationModels 27.0).
///
/// One executor sends, one session reads. ``send(_:)`` waits while the session is more than a few events behind, so a slow reader
/// slows the upstream down instead of filling memory; once the session has gone it returns at once.
public struct LanguageModelExecutorGenerationChannel: AsyncSequence, Sendable {
    /// What is read.
    public typealias Element = Event

    private let storage = BoundedChannel<Event>()
    private let listener: (@Sendable (Event) async -> Void)?

    /// Makes an open channel.
    public init() { listener = nil }

    /// Makes a channel without a reader: each event goes to `listener`, and whoever sends it waits until that returns.
    ///
    /// It is for executors that let others do the work and have a say in what they send; it costs no task and no buffer.
    package init(listener: @escaping @Sendable (Event) async -> Void) { self.listener = listener }

    /// Sends one event; waits while the reader is behind.
    public func send(_ event: Event) async {
        if let listener { return await listener(event) }
        await storage.send(event)
    }

    /// No more events will come; what was sent can still be read.
    func finish() { storage.finish() }

    /// No one will read any more; senders are let go.
    func cancel() { storage.cancel() }

    /// Makes the one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }

    /// Reads the events in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// What is read.
        public typealias Element = Event

        fileprivate let storage: BoundedChannel<Event>

        /// The next event; `nil` once the executor is done or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event? {
            await storage.next()
        }
    }
}
