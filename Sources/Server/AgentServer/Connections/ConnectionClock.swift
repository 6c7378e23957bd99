package import NIOCore

/// The time limits of one connection: a state machine that receives events and times, and decides when to close.
///
/// A response that waits for its next event has no limit, because event streams are open for hours. A response with unsent bytes is
/// limited only while its reader accepts none of them. In addition, ``ExportPace`` ends an export with a slow reader.
package struct ConnectionClock {
    /// The limits.
    ///
    /// The defaults suit browsers, mobile networks and proxies.
    package struct Limits: Sendable {
        /// Creates the default limits.
        package init() {}

        /// The time for the header of a request, from the opening of the connection or from the header's first byte.
        package var header = TimeAmount.seconds(10)
        /// The maximum pause between two pieces of a body, and the time after which ``bodyBytesPerSecond`` is required.
        package var bodyPause = TimeAmount.seconds(30)
        /// The minimum average pace of a body, so that one byte per pause cannot keep a connection open for days.
        package var bodyBytesPerSecond: Int64 = 1024
        /// The time between requests on a connection; longer than the 60 seconds of common proxies, so that they close first.
        package var idle = TimeAmount.seconds(75)
        /// The maximum time in which the reader of a response accepts none of its unsent bytes.
        package var stalledResponse = TimeAmount.seconds(60)
        /// The time for the peer to read the last response, if the connection closes while a body is still being sent.
        package var linger = TimeAmount.seconds(1)
        /// The maximum number of bytes of an unread body that are read and discarded, to keep a connection or while it lingers.
        package var unreadBodyBytes: Int64 = 64 << 10
    }

    /// The decision at a deadline.
    enum Verdict: Equatable {
        case close
        case wait(until: NIODeadline)
    }

    private enum Reading {
        /// No byte of a request has arrived.
        case nothing(since: NIODeadline)
        case header(since: NIODeadline)
        case body(Body)
    }

    private struct Body {
        let start: NIODeadline
        /// The length of the body in the header; `nil` for a chunked body.
        let length: Int64?
        var lastPiece: NIODeadline
        var received: Int64 = 0
    }

    private enum Phase {
        case open
        /// The current response is the last one.
        case closing
        /// The last response was written; arriving bytes are discarded.
        case lingering(until: NIODeadline, room: Int64)
    }

    private let limits: Limits
    private var reading: Reading
    private var phase = Phase.open
    /// Whether the connection has had a request before.
    private var hasServed = false
    /// The number of requests whose header was read and whose response has not ended.
    private(set) var openRequests = 0
    private var hasResponseStarted = false
    /// The number of bytes that the peer had accepted, and the time when that number last grew.
    private var stall: (since: NIODeadline, accepted: Int64)?

    init(_ limits: Limits, openedAt now: NIODeadline) {
        self.limits = limits
        reading = .nothing(since: now)
    }

    /// Whether arriving bytes are discarded.
    var isLingering: Bool { if case .lingering = phase { true } else { false } }

    /// Whether the socket must not be read any longer.
    var shouldStopReading: Bool { if case .lingering(_, let room) = phase { room <= 0 } else { false } }

    /// Whether a response has started and not ended.
    var isResponding: Bool { hasResponseStarted }

    /// Whether the connection waits for a request, so that it can be closed without loss.
    var isWaitingForRequest: Bool {
        guard case .open = phase, openRequests == 0 else { return false }
        if case .body = reading { return false }
        return true
    }

    // MARK: Events

    /// Records bytes that did not complete any part of a request.
    mutating func readBytes(at now: NIODeadline) {
        if case .nothing = reading { reading = .header(since: now) }
    }

    /// Records the complete header of a request.
    ///
    /// - Parameter length: The length of the body in the header; `nil` if it is chunked.
    mutating func readHeader(bodyLength length: Int64?, at now: NIODeadline) {
        if openRequests == 0 { hasResponseStarted = false }
        openRequests += 1
        hasServed = true
        reading = .body(Body(start: now, length: length, lastPiece: now))
    }

    /// Records a piece of a body.
    mutating func readBody(_ count: Int, at now: NIODeadline) {
        if case .lingering(let until, let room) = phase {
            phase = .lingering(until: until, room: room - Int64(count))
        }
        guard case .body(var body) = reading else { return }
        body.lastPiece = now
        body.received += Int64(count)
        reading = .body(body)
    }

    /// Records the end of a request.
    mutating func readEnd(at now: NIODeadline) { reading = .nothing(since: now) }

    /// Records the start of a response.
    ///
    /// - Parameter isLast: Whether the response itself closes the connection.
    /// - Returns: Whether it is the last response of the connection, by its header or because too much of its request's body is unread.
    mutating func startResponse(isLast: Bool = false) -> Bool {
        hasResponseStarted = true
        guard case .open = phase else { return true }
        if isLast {
            phase = .closing
            return true
        }
        // Of several open requests, only the newest can be incomplete, and the oldest is answered first.
        guard openRequests <= 1, case .body(let body) = reading else { return false }
        if let length = body.length, length - body.received <= limits.unreadBodyBytes { return false }
        phase = .closing
        return true
    }

    /// Records the end of a response, and returns whether to close the connection's sending half now.
    mutating func endResponse(at now: NIODeadline) -> Bool {
        openRequests = max(0, openRequests - 1)
        hasResponseStarted = false
        switch reading {
        case .nothing: reading = .nothing(since: now)
        case .header: reading = .header(since: now)
        case .body(let body):
            // During the response, the rest of the body may have waited for buffer space.
            reading = .body(Body(start: now, length: body.length, lastPiece: now, received: body.received))
        }
        guard case .closing = phase else { return false }
        linger(from: now)
        return true
    }

    /// Records that the sending half is closed.
    mutating func outputClosed(at now: NIODeadline) {
        if !isLingering { linger(from: now) }
    }

    private mutating func linger(from now: NIODeadline) {
        phase = .lingering(until: now + limits.linger, room: limits.unreadBodyBytes)
    }

    // MARK: Time

    /// Returns the next time at which to call ``timeReached(_:unsent:accepted:)``.
    func deadline(at now: NIODeadline) -> NIODeadline {
        switch (phase, reading) {
        case (.lingering(let until, _), _): until
        // The body of a pipelined request may have to wait for buffer space.
        case (_, .body(let body)) where openRequests <= 1 && !hasResponseStarted: deadline(of: body)
        case _ where openRequests > 0: now + stallCheck
        case (_, .body(let body)): deadline(of: body)
        case (_, .header(let since)): since + limits.header
        case (_, .nothing(let since)): since + (hasServed ? limits.idle : limits.header)
        }
    }

    /// Decides whether to close the connection.
    ///
    /// - Parameters:
    ///   - unsent: The number of bytes that the peer has not accepted yet.
    ///   - accepted: The number of bytes that the peer has accepted. An estimate is enough if it grows only when the peer accepts some.
    mutating func timeReached(_ now: NIODeadline, unsent: Int64, accepted: Int64) -> Verdict {
        guard unsent > 0 else {
            stall = nil
            let deadline = deadline(at: now)
            return deadline > now ? .wait(until: deadline) : .close
        }
        if let stall, accepted <= stall.accepted {
            if now - stall.since >= limits.stalledResponse { return .close }
        } else {
            stall = (now, accepted)
        }
        // A response that is complete but not sent is still in progress.
        if openRequests == 0, case .nothing = reading { reading = .nothing(since: now) }
        let (deadline, check) = (deadline(at: now), now + stallCheck)
        return .wait(until: deadline > now ? min(deadline, check) : check)
    }

    private var stallCheck: TimeAmount { .nanoseconds(limits.stalledResponse.nanoseconds / 2) }

    private func deadline(of body: Body) -> NIODeadline {
        let grace = limits.bodyPause.nanoseconds
        let earned = (body.received / limits.bodyBytesPerSecond).multipliedReportingOverflow(by: 1_000_000_000)
        // After 30 years at this pace, only the pauses count.
        let pace =
            earned.overflow || earned.partialValue > 1_000_000_000_000_000_000 - grace ? nil : earned.partialValue
        let pause = body.lastPiece + limits.bodyPause
        return pace.map { min(pause, body.start + .nanoseconds($0 + grace)) } ?? pause
    }
}
