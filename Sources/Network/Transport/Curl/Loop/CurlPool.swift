import CCurl
import Glibc

/// A set of connections: one of libcurl's multi handles with its sockets and its timer.
///
/// A loop has two, so that a request that is not trusted never uses a connection that a trusted request opened to a private
/// address. A pool is used on the loop's thread only.
///
/// In libcurl 7.88, an HTTP/2 connection cannot continue while one of its streams is paused: libcurl leaves the received bytes in
/// the socket, which stays readable, so the thread would spin. The pool mutes the socket for that time. The other streams of the
/// connection also wait, until the slow reader has read or its transfer is ended for it.
final class CurlPool {
    private let multi: UnsafeMutableRawPointer
    /// The shared TLS sessions, which libcurl would otherwise forget with each transfer.
    private let share: UnsafeMutableRawPointer
    private let number: UInt32
    private let poller: Poller
    private let maximumIdleConnections: Int
    private var interests = InterestSet()
    private var transferCount = 0
    private(set) var connections = ConnectionTable()
    /// The transfers on each connection that may be HTTP/2.
    private var sharers: [ConnectionEnds: [ObjectIdentifier: CurlTransfer]] = [:]
    /// When libcurl must be called even if no socket is ready.
    private(set) var due: ContinuousClock.Instant?
    /// The transfers that received more than their window holds.
    private var overflowing: [CurlTransfer] = []
    /// The transfers that a callback decided to end.
    private var refused: [CurlTransfer] = []

    /// Creates a pool; `nil` when libcurl has no memory.
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

    /// Closes the connections; every transfer must be removed before, and the pool cannot be used afterwards.
    func close() {
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    /// Starts a transfer; returns `false` when libcurl does not accept it.
    func add(_ curl: CurlTransfer) -> Bool {
        ccurl_easy_set_pointer(curl.easy, CURLOPT_SHARE, share)
        guard curl_multi_add_handle(multi, curl.easy) == CURLM_OK else { return false }
        transferCount += 1
        limitConnections()
        return true
    }

    /// Removes a transfer from libcurl, which ends the connection or the HTTP/2 stream of one that is not over.
    func remove(_ curl: CurlTransfer, isOver: Bool) {
        recordResume(of: curl)
        let neighbor = leaveConnection(curl)
        // libcurl 7.88 does not send the frame that resets a stream until it has something else to send. So a connection without
        // other streams is closed, and on one with others a neighbor is made to send.
        if !isOver, neighbor == nil { ccurl_easy_set_long(curl.easy, CURLOPT_FORBID_REUSE, 1) }
        curl_multi_remove_handle(multi, curl.easy)
        if !isOver { neighbor?.flushQueuedFrames() }
        transferCount -= 1
        limitConnections()
    }

    /// Restarts a transfer on a connection of its own; returns `false` when libcurl does not accept it.
    func restart(_ curl: CurlTransfer) -> Bool {
        _ = leaveConnection(curl)
        curl_multi_remove_handle(multi, curl.easy)
        curl.prepareToRestart()
        return curl_multi_add_handle(multi, curl.easy) == CURLM_OK
    }

    /// Sets how many connections libcurl keeps; it counts those in use too, and would keep none while more than the limit are.
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

    /// Lets libcurl do what it scheduled for a time up to now.
    func workIfDue(at now: ContinuousClock.Instant) {
        guard let due, due <= now else { return }
        // The time is cleared before the call, because libcurl may set another one in it.
        self.due = nil
        var running: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_BAD, 0, &running)
    }

    /// Calls a function with each transfer that is over and libcurl's result.
    func forEachFinished(_ body: (CurlTransfer, CURLcode) -> Void) {
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let curl = CurlTransfer.of(easy)
            else { continue }
            body(curl, ccurl_message_result(message))
        }
    }

    fileprivate func setInterest(_ interest: InterestSet.Interest, on socket: Int32) {
        apply(interests.set(interest, on: socket), to: socket)
    }

    private func apply(_ change: InterestSet.Change, to socket: Int32) {
        poller.apply(change, to: socket, token: UInt64(number) << 32 | UInt64(UInt32(bitPattern: socket)))
    }

    fileprivate func setTimer(milliseconds: Int) {
        // One millisecond more, because libcurl does nothing when it is called slightly too early, and sets no new timer then.
        due = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds == 0 ? 0 : milliseconds + 1)
    }
}

// MARK: Pausing

extension CurlPool {
    /// Lists a transfer that received more than its window holds, to be paused after libcurl has returned.
    func pauseLater(_ curl: CurlTransfer) {
        overflowing.append(curl)
    }

    /// Pauses the transfers whose window is full.
    func pauseOverflowing() {
        guard !overflowing.isEmpty else { return }
        // The list is emptied first, because libcurl may call back and add to it.
        let curls = overflowing
        overflowing = []
        for curl in curls { curl.pauseIfFull() }
    }

    /// Mutes the connection of a transfer that was paused, if the transfer is an HTTP/2 stream.
    func recordPause(of curl: CurlTransfer) {
        guard curl.isMultiplexed, !curl.holdsUpConnection, let ends = curl.ends else { return }
        curl.holdsUpConnection = true
        guard let socket = connections.pause(ends, at: curl.times.now) else { return }
        apply(interests.setMuted(true, socket), to: socket)
    }

    /// Unmutes the connection of a transfer that resumed or ended, if it was the last paused one.
    func recordResume(of curl: CurlTransfer) {
        guard curl.holdsUpConnection, let ends = curl.ends else { return }
        curl.holdsUpConnection = false
        if let socket = connections.resume(ends) { apply(interests.setMuted(false, socket), to: socket) }
    }

    /// The time since which the connection of a transfer has been muted; `nil` when it is read.
    func holdUpStart(of curl: CurlTransfer) -> ContinuousClock.Instant? {
        curl.ends.flatMap { connections[$0]?.pauseStart }
    }

    /// The number of other transfers that could continue if this one did not block their connection.
    func countHeldUp(by curl: CurlTransfer) -> Int {
        guard curl.holdsUpConnection, let ends = curl.ends else { return 0 }
        return sharers[ends]?.values.count { $0 !== curl && !$0.clock.isPaused } ?? 0
    }
}

// MARK: Connections

extension CurlPool {
    /// Records a new connection.
    func recordConnection(_ sockets: [Int32], at ends: ConnectionEnds) {
        guard let socket = sockets.first(where: { ConnectionEnds(of: $0) == ends }) else { return }
        connections.add(socket, at: ends)
    }

    /// Counts a transfer among those that may share its connection.
    func joinConnection(_ curl: CurlTransfer) {
        guard let ends = curl.ends else { return }
        sharers[ends, default: [:]][ObjectIdentifier(curl)] = curl
    }

    /// Removes a transfer from its connection; returns another transfer there, if possible one that is not paused.
    func leaveConnection(_ curl: CurlTransfer) -> CurlTransfer? {
        guard let ends = curl.ends, var others = sharers.removeValue(forKey: ends) else { return nil }
        others[ObjectIdentifier(curl)] = nil
        if !others.isEmpty { sharers[ends] = others }
        return others.values.first { !$0.holdsUpConnection } ?? others.values.first
    }

    /// Whether an idle connection can carry one more request.
    ///
    /// A muted connection would block the request. And a usable HTTP/1.1 connection has nothing to read before the next request is
    /// sent: what it has is the rest of an earlier response, or the end of the connection.
    func isReusable(_ ends: ConnectionEnds) -> Bool {
        guard let connection = connections[ends] else { return true }
        guard connection.isMultiplexed == false else { return connection.pausedStreams == 0 }
        var event = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) == 0
    }

    /// Records that a response arrived.
    func recordAnswer(of curl: CurlTransfer) {
        if let ends = curl.ends { connections.recordAnswer(ends, isMultiplexed: curl.isMultiplexed) }
    }

    fileprivate func closeSocket(_ socket: Int32) -> Int32 {
        connections.remove(socket)
        apply(interests.remove(socket), to: socket)
        return Glibc.close(socket)
    }

    /// Makes the pool close the sockets that a transfer opens, because a connection can outlive its transfer.
    func setCloseCallback(of easy: UnsafeMutableRawPointer) {
        ccurl_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_easy_set_close_socket_callback(easy) { context, socket in
            pool(behind: context)?.closeSocket(socket) ?? Glibc.close(socket)
        }
    }
}

// MARK: Refusals

extension CurlPool {
    /// Lists a transfer to be ended after libcurl has returned.
    ///
    /// If a callback's result made libcurl end it, its stream of an HTTP/2 connection would stay open.
    func endLater(_ curl: CurlTransfer) {
        refused.append(curl)
    }

    /// Calls a function with each transfer that must be ended.
    func forEachRefused(_ body: (CurlTransfer) -> Void) {
        // The list is emptied first, because ending one transfer can make the callback of another one add to it.
        while !refused.isEmpty {
            let curls = refused
            refused = []
            for curl in curls { body(curl) }
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
    pool(behind: context)?.setInterest(interest, on: descriptor)
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
