import Logging
import NIOCore
import Synchronization
import Transport

/// The open connections of a listener, limited in all and for each address.
///
/// At a limit, the connections that have waited longest for a request are closed first, because nothing is lost with them: a peer that
/// opens many and sends nothing closes its own. A new connection is refused only if all others are at work. The cost of each operation
/// does not depend on the number of connections.
final class ConnectionRegistry: Sendable {
    /// One open connection.
    final class Entry: Sendable {
        fileprivate let channel: any Channel
        fileprivate let source: AddressBlock?

        fileprivate init(_ channel: any Channel, _ source: AddressBlock?) {
            self.channel = channel
            self.source = source
        }

        fileprivate func requestClose() {
            channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.MakeRoom())
        }
    }

    fileprivate struct State {
        var counts: ConnectionCounts
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The connections that wait for a request and were not asked to close.
        var waiting = WaitingConnections<ObjectIdentifier>()
        var lastWarning: NIODeadline?
    }

    private let isExempt: @Sendable (IPAddress) -> Bool
    private let logger: Logger
    private let state: Mutex<State>

    /// Creates the table of a listener.
    ///
    /// - Parameter isExempt: Returns whether an address has no limit, such as that of a proxy.
    init(_ limits: ConnectionCounts.Limits, logger: Logger, isExempt: @escaping @Sendable (IPAddress) -> Bool) {
        self.isExempt = isExempt
        self.logger = logger
        state = Mutex(State(counts: ConnectionCounts(limits)))
    }

    /// Registers a connection; returns `nil` if it must be refused.
    func open(_ channel: any Channel) -> Entry? {
        let address = channel.remoteAddress.flatMap(IPAddress.init)
        let source = address.flatMap { isExempt($0) ? nil : AddressBlock($0) }
        let entry = Entry(channel, source)
        let (isAccepted, leaving, isWarning) = state.withLock { state in
            var leaving: [Entry] = []
            switch state.counts.room(for: source) {
            case .below: break
            case .full: leaving = (0..<state.counts.batch).compactMap { _ in state.removeLongestWaiting(of: nil) }
            case .sourceFull: leaving = [state.removeLongestWaiting(of: source)].compactMap(\.self)
            case .overfull: break
            }
            let isAccepted = !leaving.isEmpty || state.counts.room(for: source) == .below
            if isAccepted {
                state.counts.opened(source)
                state.entries[ObjectIdentifier(entry)] = entry
                state.waiting.append(ObjectIdentifier(entry), entry.source)
            }
            return (isAccepted, leaving, !isAccepted && state.shouldWarn())
        }
        for entry in leaving { entry.requestClose() }
        if isWarning {
            logger.warning(
                "Refusing connections, because the limit is reached and all connections are at work; see TORII_MAX_CONNECTIONS",
                metadata: ["address": "\(address?.description ?? "unknown")"]
            )
        }
        return isAccepted ? entry : nil
    }

    /// Records that a request has arrived on a connection.
    func startWork(_ entry: Entry) { state.withLock { $0.waiting.remove(ObjectIdentifier(entry), entry.source) } }

    /// Records that a connection waits for a request, again or because it could not close.
    func startWaiting(_ entry: Entry) {
        state.withLock { state in
            if state.entries[ObjectIdentifier(entry)] != nil {
                state.waiting.append(ObjectIdentifier(entry), entry.source)
            }
        }
    }

    /// Removes a closed connection.
    func close(_ entry: Entry) {
        state.withLock { state in
            guard state.entries.removeValue(forKey: ObjectIdentifier(entry)) != nil else { return }
            state.counts.closed(entry.source)
            state.waiting.remove(ObjectIdentifier(entry), entry.source)
        }
    }
}

extension ConnectionRegistry.State {
    fileprivate mutating func removeLongestWaiting(of source: AddressBlock?) -> ConnectionRegistry.Entry? {
        waiting.removeLongest(of: source).flatMap { entries[$0] }
    }

    /// Returns whether to log a refusal; true at most once a minute.
    fileprivate mutating func shouldWarn() -> Bool {
        let now = NIODeadline.now()
        if let lastWarning, now - lastWarning < .minutes(1) { return false }
        lastWarning = now
        return true
    }
}
