import Logging
import NIOCore
import Synchronization
import Transport

/// The open connections of a listener, held to a number in all and a number from each address.
///
/// At a limit the connections that have waited longest for a request are closed first, because nothing is lost with them: a peer that
/// opens many and sends nothing pushes out its own. A new connection is refused only when all the others are at work.
final class ConnectionTable: Sendable {
    /// One open connection.
    final class Entry: Sendable {
        fileprivate let channel: any Channel
        fileprivate let source: AddressBlock?
        /// Nanoseconds of the event loops' clock; 0 while a request is at work.
        private let waiting: Atomic<UInt64>
        private let isAskedToClose = Atomic(false)

        fileprivate init(_ channel: any Channel, _ source: AddressBlock?) {
            self.channel = channel
            self.source = source
            waiting = Atomic(NIODeadline.now().uptimeNanoseconds)
        }

        /// Since when the connection has waited for a request; `nil` while one is at work.
        var waitingSince: NIODeadline? {
            get {
                let nanoseconds = waiting.load(ordering: .relaxed)
                return nanoseconds == 0 ? nil : .uptimeNanoseconds(nanoseconds)
            }
            set { waiting.store(newValue?.uptimeNanoseconds ?? 0, ordering: .relaxed) }
        }

        /// The connection did not make room, because a request has arrived since.
        func staysOpen() { isAskedToClose.store(false, ordering: .relaxed) }

        fileprivate var canBeAsked: Bool { waitingSince != nil && !isAskedToClose.load(ordering: .relaxed) }

        fileprivate func askToClose() {
            isAskedToClose.store(true, ordering: .relaxed)
            channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.MakeRoom())
        }
    }

    fileprivate struct State {
        var counts: ConnectionCounts
        var entries: [ObjectIdentifier: Entry] = [:]
        var lastWarning: NIODeadline?
    }

    private let isExempt: @Sendable (IPAddress) -> Bool
    private let logger: Logger
    private let state: Mutex<State>

    /// Makes the table of a listener.
    ///
    /// - Parameter isExempt: Whether an address has no limit of its own, such as a proxy's.
    init(_ limits: ConnectionCounts.Limits, logger: Logger, isExempt: @escaping @Sendable (IPAddress) -> Bool) {
        self.isExempt = isExempt
        self.logger = logger
        state = Mutex(State(counts: ConnectionCounts(limits)))
    }

    /// Registers a connection; `nil` when it is to be refused.
    func open(_ channel: any Channel) -> Entry? {
        let address = channel.remoteAddress.flatMap(IPAddress.init)
        let source = address.flatMap { isExempt($0) ? nil : AddressBlock($0) }
        let entry = Entry(channel, source)
        let (isAccepted, leaving, isWarning) = state.withLock { state in
            var leaving: [Entry] = []
            switch state.counts.standing(of: source) {
            case .below: break
            case .full: leaving = state.longestWaiting(state.counts.batch) { _ in true }
            case .sourceFull: leaving = state.longestWaiting(1) { $0.source == source }
            case .overfull: break
            }
            let isAccepted = !leaving.isEmpty || state.counts.standing(of: source) == .below
            if isAccepted {
                state.counts.opened(source)
                state.entries[ObjectIdentifier(entry)] = entry
            }
            return (isAccepted, leaving, !isAccepted && state.isWarningDue())
        }
        for entry in leaving { entry.askToClose() }
        if isWarning {
            logger.warning(
                "Connections are refused, because as many as allowed are open and at work",
                metadata: ["address": "\(address?.description ?? "unknown")"]
            )
        }
        return isAccepted ? entry : nil
    }

    /// Removes a connection that is closed.
    func close(_ entry: Entry) {
        state.withLock { state in
            guard state.entries.removeValue(forKey: ObjectIdentifier(entry)) != nil else { return }
            state.counts.closed(entry.source)
        }
    }
}

extension ConnectionTable.State {
    /// The connections that have waited longest for a request and were not asked yet.
    fileprivate func longestWaiting(
        _ count: Int,
        where isMeant: (ConnectionTable.Entry) -> Bool
    ) -> [ConnectionTable.Entry] {
        let waiting = entries.values.filter { $0.canBeAsked && isMeant($0) }
            .compactMap { entry in entry.waitingSince.map { (entry: entry, since: $0) } }
        guard count > 1 else { return waiting.min { $0.since < $1.since }.map { [$0.entry] } ?? [] }
        return waiting.sorted { $0.since < $1.since }.prefix(count).map(\.entry)
    }

    /// Whether a refusal is logged; at most once a minute.
    fileprivate mutating func isWarningDue() -> Bool {
        let now = NIODeadline.now()
        if let lastWarning, now - lastWarning < .minutes(1) { return false }
        lastWarning = now
        return true
    }
}
