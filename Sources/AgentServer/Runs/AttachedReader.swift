import AgentRuntime

/// A run's reader that goes when its connection does, or when nobody holds it any more.
final class AttachedReader: Sendable {
    let reader: RunReader
    private let hangUp: HangUpSignal
    private let listener: Int

    init(_ reader: RunReader, hangUp: HangUpSignal) {
        self.reader = reader
        self.hangUp = hangUp
        listener = hangUp.whenSignalled { reader.close() }
    }

    deinit {
        hangUp.forget(listener)
        reader.close()
    }
}
