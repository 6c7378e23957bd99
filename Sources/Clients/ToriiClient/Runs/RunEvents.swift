public import AgentWire

/// The events of a run: each once and in order, over any number of lost connections and restarts of the server.
///
/// The last element is the event that ends the run. After `run.completed` the iteration ends; after any other end the next step throws
/// that end as a ``ToriiError``, so that no loop mistakes half an answer for a whole one. Errors before the first event are thrown the same
/// way. A canceled task ends the iteration with `CancellationError`.
///
/// Events are read as they are requested: a slow loop slows the server down instead of filling the memory.
public struct RunEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = NativeEvent

    let service: ToriiService
    let source: RunSource
    let options: RunOptions

    /// Returns the iterator, which sends the request at its first step.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: RunReader(service: service, source: source, options: options))
    }

    /// An iterator over the events of one run.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let reader: RunReader

        /// Waits for the next event and returns it; `nil` after the end of a completed run.
        ///
        /// - Throws: ``ToriiError`` for every other end, and `CancellationError` if the task is canceled.
        public mutating func next() async throws -> NativeEvent? { try await reader.step().get() }

        /// The id of the last event, with which another iteration can continue: ``ToriiService/events(of:after:options:)``.
        public var lastEventID: String? {
            get async { await reader.lastEventID }
        }
    }
}

/// The origin of a run's events.
enum RunSource: Sendable {
    /// A request that starts the run.
    case request(WireRequest)
    /// A run that exists.
    case run(String, after: String?)
}

extension RunEvents {
    /// Reads the run to its end and returns the answer.
    ///
    /// - Throws: ``ToriiError`` for a run that has not completed, and `CancellationError` if the task is canceled.
    public func reply() async throws -> ChatReply {
        var collector = ReplyCollector()
        for try await event in self { collector.accept(event) }
        return collector.reply
    }
}
