import Logging
import NIOCore
import Synchronization
import Transport

/// The open connections of a listener, held to a number in all and a number from each address.
///
/// At a limit the connections that have waited longest for a request are closed first, because nothing is lost with them: a peer that
/// opens many and sends nothing pushes out its own. A new connection is refused only when all the others are at work. Each step costs the
/// same however many connections there are.
final class ConnectionTable: Sendable {
    /// One open connection.
    final class Entry: Sendable {
        fileprivate let channel: any Channel
        fileprivate let source: AddressBlock?

        fileprivate init(_ channel: any Channel, _ source: AddressBlock?) {
            self.channel = channel
            self.source = source
        }

        fileprivate func askToClose() {
            channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.MakeRoom())
        }
    }

    fileprivate struct State {
        var counts: ConnectionCounts
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Those that wait for a request and were not asked to make room.
        var waiting = WaitingConnections<ObjectIdentifier>()
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
            case .full: leaving = (0..<state.counts.batch).compactMap { _ in state.takeLongestWaiting(of: nil) }
            case .sourceFull: leaving = [state.takeLongestWaiting(of: source)].compactMap(\.self)
            case .overfull: break
            }
            let isAccepted = !leaving.isEmpty || state.counts.standing(of: source) == .below
            if isAccepted {
                state.counts.opened(source)
                state.entries[ObjectIdentifier(entry)] = entry
                state.waiting.append(ObjectIdentifier(entry), entry.source)
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

    /// A request has arrived on a connection.
    func startsWork(_ entry: Entry) { state.withLock { $0.waiting.remove(ObjectIdentifier(entry), entry.source) } }

    /// A connection waits for a request, again or because it could not make room.
    func waits(_ entry: Entry) {
        state.withLock { state in
            if state.entries[ObjectIdentifier(entry)] != nil {
                state.waiting.append(ObjectIdentifier(entry), entry.source)
            }
        }
    }

    /// Removes a connection that is closed.
    func close(_ entry: Entry) {
        state.withLock { state in
            guard state.entries.removeValue(forKey: ObjectIdentifier(entry)) != nil else { return }
            state.counts.closed(entry.source)
            state.waiting.remove(ObjectIdentifier(entry), entry.source)
        }
    }
}

extension ConnectionTable.State {
    fileprivate mutating func takeLongestWaiting(of source: AddressBlock?) -> ConnectionTable.Entry? {
        waiting.takeLongest(of: source).flatMap { entries[$0] }
    }

    /// Whether a refusal is logged; at most once a minute.
    fileprivate mutating func isWarningDue() -> Bool {
        let now = NIODeadline.now()
        if let lastWarning, now - lastWarning < .minutes(1) { return false }
        lastWarning = now
        return true
    }
}
