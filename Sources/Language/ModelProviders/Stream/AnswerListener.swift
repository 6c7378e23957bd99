import KeyLeasing
import LanguageModels
import Synchronization
import Transport

/// Decodes an answer as it arrives and sends its events to the channel, by synchronous calls on the transport's thread.
///
/// The first event reports the key as accepted.
final class AnswerListener<Cutter: ModelStreamCutter, Decoder: ModelStreamDecoder>: HTTPBodyListener {
    private struct State {
        var reader: ModelStreamReader<Cutter, Decoder>
        // Both arrays are empty except during a call; they are kept for their capacity.
        var said: [ModelStreamEvent] = []
        var events: [LanguageModelExecutorGenerationChannel.Event] = []
        var failure: (any Error)?
        var hasSpoken = false
        /// Removes the key from the texts; `nil` for a call without one.
        var echo: EchoGuard?
    }

    private let channel: LanguageModelExecutorGenerationChannel
    private let lease: KeyLease?
    private let release: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter release: Resumes the body after `hold`.
    init(
        _ reader: ModelStreamReader<Cutter, Decoder>,
        channel: LanguageModelExecutorGenerationChannel,
        lease: KeyLease?,
        echo: SecretEcho? = nil,
        release: @escaping @Sendable () -> Void
    ) {
        self.channel = channel
        self.lease = lease
        self.release = release
        state = Mutex(State(reader: reader, echo: echo.flatMap { $0.isEmpty ? nil : EchoGuard($0) }))
    }

    /// Whether an event was sent, or the answer is complete.
    var hasSpoken: Bool { state.withLock(\.hasSpoken) }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPBodyDemand {
        state.withLock { state in
            do { try state.reader.read(bytes, into: &state.said) } catch { state.failure = error }
            // The events before an error are sent too.
            let demand = deliver(&state)
            guard state.failure == nil, !state.reader.isDone else { return .done }
            switch demand {
            case .more: return .more
            case .hold: return .hold
            case .done:
                state.failure = CancellationError()
                return .done
            }
        }
    }

    private func deliver(_ state: inout State) -> GenerationDemand {
        guard !state.said.isEmpty else { return .more }
        begin(&state)
        state.said.joinNeighbours()
        state.echo?.process(&state.said)
        for event in state.said { event.add(to: &state.events) }
        defer {
            state.said.removeAll(keepingCapacity: true)
            state.events.removeAll(keepingCapacity: true)
        }
        return channel.push(state.events, orCall: release)
    }

    private func begin(_ state: inout State) {
        guard !state.hasSpoken else { return }
        state.hasSpoken = true
        lease?.report(.accepted)
    }

    /// Returns whether the answer is complete, although the body may continue.
    ///
    /// - Throws: The error that ended the decoding.
    func isDone() throws -> Bool {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.reader.isDone
        }
    }

    /// Returns the end of an answer that broke off after it had started to speak: text that might have been the start of a key.
    func heldBack() -> [LanguageModelExecutorGenerationChannel.Event] {
        state.withLock { state in state.hasSpoken ? (state.echo?.takeHeld() ?? []).channelEvents : [] }
    }

    /// Ends the decoding; returns the events that are known only at the end of the body, and the reason why the answer is invalid.
    ///
    /// The events before a failure are passed on too.
    func finish() -> (events: [LanguageModelExecutorGenerationChannel.Event], failure: (any Error)?) {
        state.withLock { state in
            var failure: (any Error)?
            do { try state.reader.finish(into: &state.said) } catch { failure = error }
            state.echo?.process(&state.said)
            state.said += state.echo?.takeHeld() ?? []
            if failure == nil || !state.said.isEmpty { begin(&state) }
            defer { state.said = [] }
            return (state.said.channelEvents, failure)
        }
    }
}
