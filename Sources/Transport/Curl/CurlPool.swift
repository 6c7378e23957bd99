import CCurl
import Glibc

/// One set of connections: a multi handle of libcurl's with its sockets and its timer.
///
/// A loop has two of them, so that a connection which a trusted request has opened to a private address is never there for a
/// request that is not trusted. It lives on the loop's thread.
///
/// An HTTP/2 connection of libcurl 7.88 cannot go on while one of its streams is paused: it leaves what has come on the socket,
/// which stays readable, so the thread would spin. For that time the socket is muted. The other streams of that connection wait
/// as well, until the slow reader has read or its transfer is ended for that.
final class CurlPool {
    private let multi: UnsafeMutableRawPointer
    /// TLS sessions, which libcurl otherwise forgets with each transfer.
    private let share: UnsafeMutableRawPointer
    private let number: UInt32
    private let poller: Poller
    private let maximumIdleConnections: Int
    private var interests = InterestSet()
    private var transferCount = 0
    private(set) var connections = ConnectionTable()
    /// The transfers on each connection that may be HTTP/2.
    private var sharers: [ConnectionEnds: [ObjectIdentifier: CurlTransfer]] = [:]
    /// When libcurl wants to be called although no socket is ready.
    private(set) var due: ContinuousClock.Instant?
    /// Transfers that have taken more than their window holds.
    private var overflowing: [CurlTransfer] = []
    /// Transfers that a callback wants to be ended.
    private var refused: [CurlTransfer] = []

    /// `nil` when libcurl has no memory.
    init?(number: UInt32, poller: Poller, configuration: HTTPClient.Configuration) {
        guard let multi = curl_multi_init() else { return nil }
        guard let share = curl_share_init() else {
            curl_multi_cleanup(multi)
            return nil
        }
        self.multi = multi
        self.share = share
        self.number = number
        self.poller = poller
        maximumIdleConnections = configuration.maximumIdleConnections
        ccurl_share_set_data(share, CURL_LOCK_DATA_SSL_SESSION)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        ccurl_multi_set_long(
            multi,
            CURLMOPT_MAX_CONCURRENT_STREAMS,
            max(1, min(configuration.maximumStreamsPerConnection, Int(Int32.max)))
        )
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_callbacks(multi, socketHasChanged, timerHasChanged, context)
        limitConnections()
    }

    /// Closes the connections; every transfer must have been removed before, and nothing can be done with the pool after.
    func close() {
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Starts a transfer; `false` when libcurl does not take it.
    func add(_ curl: CurlTransfer) -> Bool {
        ccurl_easy_set_pointer(curl.easy, CURLOPT_SHARE, share)
        guard curl_multi_add_handle(multi, curl.easy) == CURLM_OK else { return false }
        transferCount += 1
        limitConnections()
        return true
    }

    /// Takes a transfer from libcurl; one that is still going loses its connection, or its HTTP/2 stream, by that.
    func remove(_ curl: CurlTransfer, isOver: Bool) {
        hasResumed(curl)
        let neighbour = leaveConnection(curl)
        // libcurl 7.88 keeps the frame that resets a stream until it has something else to send. So a connection without other
        // streams is closed, and on another one a neighbour is made to send.
        if !isOver, neighbour == nil { ccurl_easy_set_long(curl.easy, CURLOPT_FORBID_REUSE, 1) }
        curl_multi_remove_handle(multi, curl.easy)
        if !isOver { neighbour?.sendWhatIsKept() }
        transferCount -= 1
        limitConnections()
    }

    /// Starts a transfer again on a connection of its own; `false` when libcurl does not take it.
    func restart(_ curl: CurlTransfer) -> Bool {
        _ = leaveConnection(curl)
        curl_multi_remove_handle(multi, curl.easy)
        curl.prepareToRestart()
        return curl_multi_add_handle(multi, curl.easy) == CURLM_OK
    }

    /// libcurl counts the connections in use too, and would keep none while more than the limit are.
    private func limitConnections() {
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, transferCount + max(1, maximumIdleConnections))
    }
}

// MARK: Work

extension CurlPool {
    /// Lets libcurl work on a socket.
    func work(on socket: Int32, _ readiness: Poller.Readiness) {
        var action: Int32 = 0
        if readiness.isReadable { action |= CURL_CSELECT_IN }
        if readiness.isWritable { action |= CURL_CSELECT_OUT }
        if readiness.hasFailed { action |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, action, &running)
    }

    /// Lets libcurl do what it wanted to do by now.
    func workIfDue(at now: ContinuousClock.Instant) {
        guard let due, due <= now else { return }
        // Before the call, in which libcurl may set it anew.
        self.due = nil
        var running: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_BAD, 0, &running)
    }

    /// Gives each transfer that is over, with libcurl's result.
    func takeFinished(_ take: (CurlTransfer, CURLcode) -> Void) {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let curl = CurlTransfer.of(easy)
            else { continue }
            take(curl, ccurl_message_result(message))
        }
    }

    fileprivate func want(_ interest: InterestSet.Interest, on socket: Int32) {
        apply(interests.want(interest, on: socket), to: socket)
    }

    private func apply(_ change: InterestSet.Change, to socket: Int32) {
        poller.apply(change, to: socket, token: UInt64(number) << 32 | UInt64(UInt32(bitPattern: socket)))
    }

    fileprivate func setTimer(milliseconds: Int) {
        // One more, for libcurl does nothing when it is called a moment too early, and does not ask again.
        due = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds == 0 ? 0 : milliseconds + 1)
    }
}

// MARK: Pausing

extension CurlPool {
    /// A transfer has taken more than its window holds, and must be paused after libcurl has returned.
    func pauseLater(_ curl: CurlTransfer) {
        overflowing.append(curl)
    }

    /// Pauses those that have taken too much.
    func pauseOverflowing() {
        guard !overflowing.isEmpty else { return }
        // Out of the list first, for libcurl may call back and add to it.
        let curls = overflowing
        overflowing = []
        for curl in curls { curl.pauseIfFull() }
    }

    /// A transfer is paused; when it is a stream of HTTP/2, its connection is not read from.
    func hasPaused(_ curl: CurlTransfer) {
        guard curl.isMultiplexed, !curl.holdsUpConnection, let ends = curl.ends else { return }
        curl.holdsUpConnection = true
        guard let socket = connections.pause(ends, at: curl.times.now) else { return }
        apply(interests.setMuted(true, socket), to: socket)
    }

    /// A transfer goes on, or is over.
    func hasResumed(_ curl: CurlTransfer) {
        guard curl.holdsUpConnection, let ends = curl.ends else { return }
        curl.holdsUpConnection = false
        if let socket = connections.resume(ends) { apply(interests.setMuted(false, socket), to: socket) }
    }

    /// Since when the connection of a transfer has not been read from; `nil` when it is.
    func holdUpStart(of curl: CurlTransfer) -> ContinuousClock.Instant? {
        curl.ends.flatMap { connections[$0]?.pauseStart }
    }

    /// How many other transfers could go on if this one did not hold up their connection.
    func countHeldUp(by curl: CurlTransfer) -> Int {
        guard curl.holdsUpConnection, let ends = curl.ends else { return 0 }
        return sharers[ends]?.values.count { $0 !== curl && !$0.clock.isPaused } ?? 0
    }
}

// MARK: Connections

extension CurlPool {
    /// A new connection stands.
    func hasConnected(_ sockets: [Int32], at ends: ConnectionEnds) {
        guard let socket = sockets.first(where: { ConnectionEnds(of: $0) == ends }) else { return }
        connections.add(socket, at: ends)
    }

    /// A transfer goes over a connection that others may share.
    func joinConnection(_ curl: CurlTransfer) {
        guard let ends = curl.ends else { return }
        sharers[ends, default: [:]][ObjectIdentifier(curl)] = curl
    }

    /// A transfer goes over its connection no more; gives another one there, one that is not paused if there is any.
    func leaveConnection(_ curl: CurlTransfer) -> CurlTransfer? {
        guard let ends = curl.ends, var others = sharers.removeValue(forKey: ends) else { return nil }
        others[ObjectIdentifier(curl)] = nil
        if !others.isEmpty { sharers[ends] = others }
        return others.values.first { !$0.holdsUpConnection } ?? others.values.first
    }

    /// Whether a kept connection may carry one more request.
    ///
    /// One that is not read from would hold it up. And on a kept connection of HTTP/1.1 there is nothing to read before the next
    /// request is sent: what is there is the surplus of an earlier answer, or the end.
    func isFit(_ ends: ConnectionEnds) -> Bool {
        guard let connection = connections[ends] else { return true }
        guard connection.isMultiplexed == false else { return connection.pausedStreams == 0 }
        var event = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }

    /// An answer has come.
    func hasAnswered(_ curl: CurlTransfer) {
        if let ends = curl.ends { connections.hasAnswered(ends, isMultiplexed: curl.isMultiplexed) }
    }

    fileprivate func closeSocket(_ socket: Int32) -> Int32 {
        connections.remove(socket)
        apply(interests.forget(socket), to: socket)
        return Glibc.close(socket)
    }

    /// Who closes the sockets that a transfer opens; its connection may outlive it, so it is the pool.
    func setCloseCallback(of easy: UnsafeMutableRawPointer) {
        ccurl_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_easy_set_close_socket_callback(easy) { context, socket in
            pool(behind: context)?.closeSocket(socket) ?? Glibc.close(socket)
        }
    }
}

// MARK: Refusals

extension CurlPool {
    /// A transfer must be ended after libcurl has returned.
    ///
    /// To make libcurl end it by the result of a callback would leave its stream of an HTTP/2 connection open.
    func endLater(_ curl: CurlTransfer) {
        refused.append(curl)
    }

    /// Gives each transfer that must be ended.
    func takeRefused(_ take: (CurlTransfer) -> Void) {
        // Out of the list first, for to end one may make another one's callback add to it.
        while !refused.isEmpty {
            let curls = refused
            refused = []
            for curl in curls { take(curl) }
        }
    }
}

private func pool(behind context: UnsafeMutableRawPointer?) -> CurlPool? {
    context.map { Unmanaged<CurlPool>.fromOpaque($0).takeUnretainedValue() }
}

private func socketHasChanged(
    easy: UnsafeMutableRawPointer?,
    descriptor: curl_socket_t,
    action: Int32,
    context: UnsafeMutableRawPointer?,
    socketContext: UnsafeMutableRawPointer?
) -> Int32 {
    let interest: InterestSet.Interest =
        switch action {
        case CURL_POLL_IN: .read
        case CURL_POLL_OUT: .write
        case CURL_POLL_INOUT: [.read, .write]
        default: []
        }
    pool(behind: context)?.want(interest, on: descriptor)
    return 0
}

private func timerHasChanged(
    multi: UnsafeMutableRawPointer?,
    milliseconds: Int,
    context: UnsafeMutableRawPointer?
) -> Int32 {
    pool(behind: context)?.setTimer(milliseconds: milliseconds)
    return 0
}
