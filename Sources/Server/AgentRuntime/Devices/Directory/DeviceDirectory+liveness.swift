import AgentWire
import Foundation
import Storage
import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// Records a sign of life of a device, or of one of its registered apps.
    func recordLife(of device: String, app: String?, owner: Owner) {
        let time = now()
        state.withLock { state in
            // An app's id comes from outside, so one that is not registered takes no memory.
            if let app, state[owner]?.devices[device]?.toolboxes[app] == nil { return }
            state[owner]?.devices[device]?.seen[app ?? ""] = time
        }
    }

    /// Returns whether an app on a device is live: it holds an event stream, or has asked within the last minute.
    func isLive(_ place: DevicePlace, of owner: Owner) -> Bool {
        let time = now()
        return state.withLock { state in
            state[owner]?.devices[place.device]?.isLive(place.app, at: time, limits.liveness) ?? false
        }
    }

    /// Returns the time of the last sign of life of a place, for the choice of one; the present for an open stream.
    func lastSeen(_ place: DevicePlace, of owner: Owner) -> Date? {
        let time = now()
        return state.withLock { state in
            guard let device = state[owner]?.devices[place.device] else { return nil }
            if device.feed.hasReader(for: place.app) { return time }
            return [device.seen[place.app], device.seen[""]].compactMap(\.self).max()
        }
    }
}

extension DeviceDirectory.Device {
    func isLive(_ app: String?, at time: Date, _ span: Duration) -> Bool {
        if feed.hasReader(for: app) { return true }
        let times = app.map { [seen[$0], seen[""]] } ?? seen.values.map { $0 }
        return times.compactMap(\.self).contains { time.timeIntervalSince($0) < span / .seconds(1) }
    }
}

extension DeviceDirectory {
    /// Returns the same app on another live device for a call; `nil` if there is none.
    ///
    /// The call moves without another decision, so only one that changes nothing does. Of several devices, it is the one that was seen
    /// last.
    func place(after call: DeviceCall, owner: Owner) -> DevicePlace? {
        guard let toolbox = toolbox(of: owner), let former = toolbox.app(at: call.place) else { return nil }
        return toolbox.apps.filter { $0.canReplace(former, for: call) }.map(\.place)
            .filter { isLive($0, of: owner) }
            .max { (lastSeen($0, of: owner) ?? .distantPast) < (lastSeen($1, of: owner) ?? .distantPast) }
    }
}

extension DeviceDirectory {

    /// The runs with open calls of a client.
    func runsWithCalls(of owner: Owner) -> [String] {
        state.withLock { state in Array(Set((state[owner]?.calls ?? [:]).values)).sorted() }
    }

    /// Returns the feed of a device; `nil` if there is no such device.
    func feed(of device: String, owner: Owner) -> DeviceFeed? {
        state.withLock { $0[owner]?.devices[device]?.feed }
    }

    /// Returns the feed of a device for a reader of one app or, with `nil`, of all.
    ///
    /// - Throws: ``Problem`` if there is no such device or app.
    func feed(of device: String, for app: String?, owner: Owner) throws(Problem) -> DeviceFeed {
        guard let found = state.withLock({ $0[owner]?.devices[device] }) else { throw Self.unknown(device) }
        if let app, found.toolboxes[app] == nil { throw Self.unknown(app: app) }
        return found.feed
    }
}
