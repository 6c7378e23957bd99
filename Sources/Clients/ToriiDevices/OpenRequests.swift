/// The decisions about the requests of a device: which of them to carry out, and which to stop.
///
/// A request may arrive again after each new connection. While it is carried out, its repetition changes nothing, and a later attempt
/// waits: the toolbox has noted the call, so the work for the next attempt only reports the outcome.
struct OpenRequests: Sendable, Equatable {
    /// The next thing to do.
    enum Action: Sendable, Equatable {
        /// Carry out a request.
        case start(DeviceRequest)
        /// Stop the work of a call.
        case stop(String)
    }

    private struct Entry: Sendable, Equatable {
        var attempt: Int
        /// A later attempt, which follows the present one.
        var next: DeviceRequest?
    }

    private var entries: [String: Entry] = [:]

    /// The most requests that are carried out at a time.
    ///
    /// Further ones expire at the server, unless a new connection brings them again.
    static let most = 64

    /// The ids of the calls whose requests are carried out.
    var calls: Set<String> { Set(entries.keys) }

    /// Returns what an event of the server requires.
    mutating func accept(_ event: DeviceEvent) -> [Action] {
        switch event {
        case .open(let open):
            let over = calls.subtracting(open).sorted()
            for call in over { entries[call]?.next = nil }
            return over.map { .stop($0) }
        case .requested(let request):
            guard let entry = entries[request.id] else {
                guard entries.count < Self.most else { return [] }
                entries[request.id] = Entry(attempt: request.attempt)
                return [.start(request)]
            }
            if request.attempt > entry.attempt { entries[request.id]?.next = request }
            return []
        case .ended(let call, let stop):
            guard entries[call] != nil else { return [] }
            entries[call]?.next = nil
            return stop ? [.stop(call)] : []
        }
    }

    /// Records that a request was carried out; returns the one to carry out next for the same call, if any.
    mutating func finish(_ call: String) -> DeviceRequest? {
        guard let next = entries[call]?.next else {
            entries[call] = nil
            return nil
        }
        entries[call] = Entry(attempt: next.attempt)
        return next
    }
}
