/// The readers to notify once the run's lock is released.
struct ReaderWakes {
    // One is stored inline because most runs have one reader, and an array costs an allocation.
    private var listener: (@Sendable () -> Void)?
    private var listeners: [@Sendable () -> Void] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Adds a reader's waiter or listener.
    mutating func add(_ reader: LiveRun.Reader) {
        if let waiter = reader.waiter { waiters.append(waiter) }
        guard let listener = reader.listener, !reader.hasBeenCalled else { return }
        if self.listener == nil { self.listener = listener } else { listeners.append(listener) }
    }

    /// Notifies them.
    func wake() {
        listener?()
        for listener in listeners { listener() }
        for waiter in waiters { waiter.resume() }
    }
}
