import Foundation
public import Storage
import Synchronization

extension DeviceDirectory {
    /// Reads the devices of a user into memory, unless they are there.
    ///
    /// Those of clients always are.
    ///
    /// - Throws: `StoreError`.
    public func read(_ owner: Owner) async throws {
        guard owner.user != nil, !users.withLock({ $0.use(owner) }) else { return }
        while true {
            let changes = seen.withLock(\.changes)
            let list = try await store.devices(of: owner)
            let update = DeviceUpdate(from: state.withLock { $0.filter { $0.key == owner } }, to: list)
            let feeds: [DeviceFeed]? = state.withLock { state in
                // A device that was changed here during the read is older in the list.
                guard seen.withLock({ $0.changes == changes }) else { return nil }
                users.withLock { $0.insert(owner) }
                return update.apply(to: &state, at: now()).feeds
            }
            guard let feeds else { continue }
            for owner in update.owners { rebuild(of: owner) }
            for feed in feeds { feed.finish() }
            forgetSurplusUsers()
            return
        }
    }

    /// Forgets users that are not in use, and has the others read again, because another process has changed some.
    ///
    /// - Parameter changes: The number of changes at which the devices of clients were read.
    /// - Returns: The others, and the number of changes now; `nil` if this process has changed a device since.
    func forgetUsers(readAt changes: Int) -> (others: [Owner], changes: Int)? {
        let time = now()
        return state.withLock { state in
            // A user that is read at this moment is read again, because it may be older than the devices of clients.
            let current: Int? = seen.withLock { seen in
                guard seen.changes == changes else { return nil }
                seen.recordInMemory()
                return seen.changes
            }
            guard let current else { return nil }
            users.withLock { $0.remove { _ in true } }
            state = state.filter { $0.key.user == nil || $0.value.isInUse(at: time, limits.liveness) }
            return (state.keys.filter { $0.user != nil }, current)
        }
    }

    private func forgetSurplusUsers() {
        let time = now()
        state.withLock { state in
            let gone = users.withLock { users in
                users.removeSurplus { state[$0]?.isInUse(at: time, limits.liveness) == true }
            }
            for owner in gone { state[owner] = nil }
        }
    }
}

extension DeviceDirectory.Entry {
    /// Whether the devices must stay in memory: for a stream or a sign of life, which other processes do not know, an open call, or a change
    /// that is being stored.
    fileprivate func isInUse(at time: Date, _ liveness: Duration) -> Bool {
        !calls.isEmpty || devices.values.contains { $0.isBusy || $0.isLive(nil, at: time, liveness) }
    }
}
