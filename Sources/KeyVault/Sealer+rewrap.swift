import Synchronization

extension Sealer {
    /// Marks a re-wrap as running; false if another one is running.
    func beginRewrap() -> Bool {
        state.withLock { state in
            guard !state.isRewrapping else { return false }
            state.isRewrapping = true
            return true
        }
    }

    /// Marks the re-wrap as ended.
    func endRewrap() {
        state.withLock { $0.isRewrapping = false }
    }
}
