import ModelContextProtocol
import StreamingJSON
import Synchronization

/// The requests of a client that have no response yet, so that the end of its input can wait for them.
///
/// A script may write its requests and close the pipe at once; it wants the responses all the same.
final class UnansweredRequests: Sendable {
    private struct State {
        var ids: Set<RequestID> = []
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Notes a message of the client.
    func noteReceived(_ message: RPCMessage) {
        switch message {
        // A subscription has no response before its end.
        case .request(let request) where request.method != "subscriptions/listen":
            state.withLock { _ = $0.ids.insert(request.id) }
        case .notification(let notification) where notification.method == "notifications/cancelled":
            if let id = notification.params["requestId"].flatMap(RequestID.init) { remove(id) }
        default: break
        }
    }

    /// Notes a message for the client.
    func noteSent(_ message: RPCMessage) {
        guard case .response(let response) = message, let id = response.id else { return }
        remove(id)
    }

    /// Stops waiting for responses, from now on.
    func abandon() {
        state.withLock { $0.isAbandoned = true }
        changes.continuation.yield()
    }

    private func remove(_ id: RequestID) {
        state.withLock { _ = $0.ids.remove(id) }
        changes.continuation.yield()
    }

    private var isDone: Bool { state.withLock { $0.ids.isEmpty || $0.isAbandoned } }

    /// Waits until all requests have responses; at most for a time.
    func finish(within grace: Duration) async {
        guard !isDone else { return }
        await withTaskGroup { group in
            group.addTask { [changes] in
                for await _ in changes.stream where self.isDone { return }
            }
            // The time itself is the reason to sleep here.
            group.addTask { try? await Task.sleep(for: grace) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// The messages of a client's pipe, which end when the requests among them have responses.
struct ClientMessages: AsyncSequence, Sendable {
    typealias Element = Result<RPCMessage, RPCError>
    typealias Failure = Never

    let input: LineInput
    let open: UnansweredRequests
    /// The time that requests have after the end of the input.
    let grace: Duration

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let messages: ClientMessages
        fileprivate var input: LineInput.AsyncIterator

        mutating func next() async -> Element? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            guard let element = await input.next(isolation: actor) else {
                await messages.open.finish(within: messages.grace)
                return nil
            }
            if case .success(let message) = element { messages.open.noteReceived(message) }
            return element
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(messages: self, input: input.makeAsyncIterator()) }
}
