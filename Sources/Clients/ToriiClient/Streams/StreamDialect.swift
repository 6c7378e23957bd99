package import EventStreams

/// The form of a stream that can be resumed: the native events of a run, or the events of a response.
package protocol StreamDialect: Sendable {
    /// An event of the stream.
    associatedtype Event: Sendable

    /// Returns the meaning of a frame; `nil` for a frame that is none of the dialect's.
    func read(_ frame: ServerSentEvent) -> StreamFrame<Event>?

    /// Returns the request for the events after the one with a number; `nil` for all of them.
    func request(for stream: String, after number: Int?) -> WireRequest

    /// Returns the id of the stream with the events of a run that failed before its first output.
    ///
    /// - Returns: `nil` if the error of the request is the end, because the events have nothing more.
    func stream(ofFailedRun run: String) -> String?

    /// Returns the end of a stream that has no further events; `nil` if it has none.
    func end(of stream: String, by requester: Requester) async throws(ToriiError) -> StreamEnd?
}

/// A frame of a stream.
package struct StreamFrame<Event: Sendable>: Sendable {
    /// The id of the stream: of the run or the response; `nil` if the frame does not name it.
    package var stream: String?
    /// The number of the frame within the stream.
    package var number: Int
    /// The event; `nil` for one that this version does not know.
    package var event: Event?
    /// The end; `nil` if other frames follow.
    package var end: StreamEnd?

    /// Makes a frame.
    package init(stream: String?, number: Int, event: Event?, end: StreamEnd? = nil) {
        (self.stream, self.number, self.event, self.end) = (stream, number, event, end)
    }
}

/// The end of a stream.
package enum StreamEnd: Sendable, Equatable {
    /// The work of the stream is complete.
    case completed
    /// It has ended in another way.
    case failed(ToriiError)
}
