import Synchronization

/// The requests and events of a stand-in, with the streams of its observers.
final class StandInLog: Sendable {
    private struct State {
        var requests: [RecordedRequest] = []
        var events: [StandInEvent] = []
        var listeners: [Int: AsyncStream<StandInEvent>.Continuation] = [:]
        var nextRequestID = 1
        var nextListener = 1
        var isFinished = false

        mutating func post(_ event: StandInEvent) {
            events.append(event)
            for listener in listeners.values { listener.yield(event) }
        }
    }

    private let state = Mutex(State())

    var requests: [RecordedRequest] { state.withLock { $0.requests } }

    /// Returns the number for a request whose header was just received.
    func nextRequestID() -> Int {
        state.withLock { state in
            defer { state.nextRequestID += 1 }
            return state.nextRequestID
        }
    }

    func record(_ request: RecordedRequest) {
        state.withLock { state in
            state.requests.append(request)
            state.post(.received(request))
        }
    }

    func recordHeader(_ id: Int, status: Int) {
        state.withLock { $0.post(.headerSent(requestID: id, status: status, at: .now)) }
    }

    /// Records the end of an exchange; only the first end counts, because a complete answer is followed by a close.
    func recordEnd(_ id: Int, _ kind: RecordedRequest.Ending.Kind) {
        let instant = ContinuousClock.now
        state.withLock { state in
            guard let index = state.requests.firstIndex(where: { $0.id == id }), state.requests[index].ending == nil
            else {
                return
            }
            state.requests[index].ending = .init(kind: kind, at: instant)
            switch kind {
            case .answered(let status): state.post(.answered(requestID: id, status: status, at: instant))
            case .closedByPeer: state.post(.closedByPeer(requestID: id, at: instant))
            case .cutOff: state.post(.cutOff(requestID: id, at: instant))
            }
        }
    }

    /// All past events, then each new one; ends when the server stops.
    ///
    /// The stream is unbounded because a stand-in lives only as long as a test, and a lost event would make the stream useless.
    func events() -> AsyncStream<StandInEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: StandInEvent.self)
        let listener: Int? = state.withLock { state in
            for event in state.events { continuation.yield(event) }
            guard !state.isFinished else { return nil }
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        if let listener {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.listeners[listener] = nil }
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
