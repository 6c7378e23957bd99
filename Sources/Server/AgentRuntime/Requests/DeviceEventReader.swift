public import AgentWire
public import Storage
public import StreamingJSON
import Synchronization

/// A reader of a device's events as server-sent events, which keeps the device live.
///
/// A reader that has missed events starts with all open calls.
public final class DeviceEventReader: Sendable {
    private struct State {
        /// The number of the next event; `nil` before the first one, and after a gap.
        var next: Int?
        var isReminded = false
    }

    /// Wakes the caller of ``frames()``; ends with the device and with ``close()``.
    public let wakes: AsyncStream<Void>

    private let feed: DeviceFeed
    private let app: String?
    private let reader: Int
    private let signal: AsyncStream<Void>.Continuation
    private let offers: @Sendable () -> [DeviceEvent]
    private let state: Mutex<State>

    /// - Parameters:
    ///   - last: The number of the last event that the device has received; `nil` for none.
    ///   - offers: Returns the events that offer the open calls.
    init(_ feed: DeviceFeed, app: String?, after last: Int?, offers: @escaping @Sendable () -> [DeviceEvent]) {
        (self.feed, self.app, self.offers) = (feed, app, offers)
        (reader, wakes, signal) = feed.attach(app: app)
        // A number from outside may be as large as an integer can be.
        state = Mutex(State(next: last.flatMap { $0 < .max ? $0 + 1 : nil }))
    }

    deinit { close() }

    /// Makes the next ``frames()`` return a comment if there are no events.
    public func remind() {
        state.withLock { $0.isReminded = true }
        signal.yield()
    }

    /// Ends the reading.
    public func close() { feed.detach(reader) }

    /// Returns the new events as frames; empty if there are none.
    public func frames() -> String {
        let (next, isReminded) = state.withLock { state in
            defer { state.isReminded = false }
            return (state.next, state.isReminded)
        }
        guard let next, let (events, end) = feed.events(from: next, app: app) else { return openCalls() }
        state.withLock { $0.next = end }
        if events.isEmpty { return isReminded ? ":\n\n" : "" }
        return events.map { Self.frame($0.event, id: $0.number) }.joined()
    }

    /// Returns the frames of all open calls.
    ///
    /// Only the last one has an id, so that a device that loses the connection in between receives all of them again.
    private func openCalls() -> String {
        // Before the calls are read: a call that is made meanwhile is offered twice instead of never.
        let end = feed.end
        let offers = offers()
        let ids = offers.compactMap { $0.data["callId"] ?? $0.data["queryId"] }
        let all = [DeviceEvent(type: "calls.open", data: ["calls": .array(ids)], app: nil)] + offers
        state.withLock { $0.next = end }
        return all.enumerated().map { Self.frame($0.element, id: $0.offset == all.count - 1 ? end - 1 : nil) }.joined()
    }

    private static func frame(_ event: DeviceEvent, id: Int?) -> String {
        (id.map { "id: \($0)\n" } ?? "")
            + "event: \(event.type)\ndata: \(JSONValue.object(event.data).serialized())\n\n"
    }
}

extension AgentRuntime {
    /// Returns a reader of a device's events.
    ///
    /// - Parameters:
    ///   - app: The app whose events are read; `nil` for all apps on the device.
    ///   - last: The number of the last event that the device has received; `nil` for none.
    /// - Throws: ``Problem`` if there is no such device or app.
    public func deviceEvents(
        of device: String,
        app: String?,
        owner: Owner,
        after last: Int?
    ) throws(Problem) -> DeviceEventReader {
        guard let devices else { throw DeviceDirectory.unknown(device) }
        let feed = try devices.feed(of: device, for: app, owner: owner)
        devices.recordLife(of: device, app: app, owner: owner)
        return DeviceEventReader(feed, app: app, after: last) { [self] in
            offers(to: device, app: app, owner: owner)
        }
    }

    /// Returns the open calls of a device, and records its sign of life.
    ///
    /// - Throws: ``Problem`` if there is no such device or app.
    public func deviceCalls(of device: String, app: String?, owner: Owner) throws(Problem) -> JSONValue {
        guard let devices else { throw DeviceDirectory.unknown(device) }
        _ = try devices.feed(of: device, for: app, owner: owner)
        devices.recordLife(of: device, app: app, owner: owner)
        return [
            "calls": .array(
                offers(to: device, app: app, owner: owner).map { event in
                    ["event": .string(event.type), "data": .object(event.data)]
                }
            )
        ]
    }
}
