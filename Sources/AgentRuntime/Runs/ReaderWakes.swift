/// The readers that are to be woken, once the run's lock is let go.
struct ReaderWakes {
    // One by itself, for most runs have one reader, and a list costs an allocation.
    private var listener: (@Sendable () -> Void)?
    private var listeners: [@Sendable () -> Void] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Adds a reader, by what waits for it.
    mutating func add(_ reader: LiveRun.Reader) {
        if let waiter = reader.waiter { waiters.append(waiter) }
        guard let listener = reader.listener, !reader.hasBeenCalled else { return }
        if self.listener == nil { self.listener = listener } else { listeners.append(listener) }
    }

    /// Wakes them.
    func wake() {
        listener?()
        for listener in listeners { listener() }
        for waiter in waiters { waiter.resume() }
    }
}
