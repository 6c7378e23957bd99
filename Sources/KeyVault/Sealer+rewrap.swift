import Synchronization

extension Sealer {
    /// Lets one re-wrap begin; false while another one is going on.
    func beginRewrap() -> Bool {
        state.withLock { state in
            guard !state.isRewrapping else { return false }
            state.isRewrapping = true
            return true
        }
    }

    /// Lets the next re-wrap begin.
    func endRewrap() {
        state.withLock { $0.isRewrapping = false }
    }
}
