import ToolRecords
import Synchronization

extension DeviceDirectory {
    /// Publishes the changes of a run's calls to the devices that they concern.
    ///
    /// - Parameters:
    ///   - former: The calls before the change.
    ///   - current: The calls after it; the caller stores them first, unless the store fails.
    func publish(_ former: [DeviceCall], _ current: [DeviceCall], of run: LiveRun.Identity) {
        guard !former.isEmpty || !current.isEmpty else { return }
        let before = Dictionary(former.map { ($0.id, $0) }) { first, _ in first }
        var events: [(device: String, event: DeviceEvent)] = []
        for call in current {
            let earlier = before[call.id]
            if let earlier, earlier.isOffered, call.isOver || earlier.place != call.place {
                let isStarted = earlier.state == .running || earlier.hasStarted
                events.append((earlier.place.device, call.ending(for: earlier.place, isStarted: isStarted)))
            }
            if call.state == .queued, earlier?.state != .queued || earlier?.attempt != call.attempt {
                events.append((call.place.device, call.offer(of: run)))
            }
        }
        let feeds = state.withLock { state -> [(DeviceFeed, DeviceEvent)] in
            for call in current {
                if call.isOver {
                    state[run.owner]?.calls[call.id] = nil
                } else if call.isOffered {
                    // The devices of a user may have left memory during its turn; they find the call when they are read again.
                    if run.owner.user != nil, state[run.owner] == nil { state[run.owner] = Entry() }
                    state[run.owner]?.calls[call.id] = run.id
                }
            }
            if let entry = state[run.owner], entry.devices.isEmpty, entry.calls.isEmpty { state[run.owner] = nil }
            return events.compactMap { event in
                state[run.owner]?.devices[event.device].map { ($0.feed, event.event) }
            }
        }
        for (feed, event) in feeds { feed.append(event) }
    }
}
