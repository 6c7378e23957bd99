package import NIOCore

/// The time limits of one connection: a state machine fed with events and times, which decides when to close.
///
/// An answer that is waiting for its next event has no limit, because event streams live for hours. Only an answer with unsent bytes
/// has one, and only while its reader accepts none of them. Besides it only ``ExportPace`` ends an answer because its reader is slow.
package struct ConnectionClock {
    /// The limits; the defaults suit browsers, mobile networks and proxies.
    package struct Limits: Sendable {
        /// The defaults.
        package init() {}

        /// Time for the header of a request, from the opening of the connection or from the header's first byte.
        package var header = TimeAmount.seconds(10)
        /// Longest pause between two pieces of a body, and the time before ``bodyBytesPerSecond`` counts.
        package var bodyPause = TimeAmount.seconds(30)
        /// Least average pace of a body, so that a byte in every pause does not keep a connection for days.
        package var bodyBytesPerSecond: Int64 = 1024
        /// Time without a request on a connection that has had one; longer than the 60 seconds of common proxies, so that they close first.
        package var idle = TimeAmount.seconds(75)
        /// Longest time in which the reader of an answer accepts none of its unsent bytes.
        package var stalledAnswer = TimeAmount.seconds(60)
        /// Time for the peer to read the last answer before the connection is closed under a body that is still being sent.
        package var linger = TimeAmount.seconds(1)
        /// Most bytes of an unread body that are read and dropped to keep a connection, or while it lingers.
        package var unreadBodyBytes: Int64 = 64 << 10
    }

    /// A decision at the time that was asked for.
    enum Verdict: Equatable {
        case close
        case wait(until: NIODeadline)
    }

    private enum Reading {
        /// No byte of a request has been read.
        case nothing(since: NIODeadline)
        case header(since: NIODeadline)
        case body(Body)
    }

    private struct Body {
        let start: NIODeadline
        /// Bytes that the header announced; `nil` for a chunked body.
        let length: Int64?
        var lastPiece: NIODeadline
        var received: Int64 = 0
    }

    private enum Phase {
        case open
        /// The answer under way is the last one.
        case closing
        /// The last answer was written; what still arrives is dropped.
        case lingering(until: NIODeadline, room: Int64)
    }

    private let limits: Limits
    private var reading: Reading
    private var phase = Phase.open
    /// Whether a request has been read on the connection before.
    private var hasServed = false
    /// Requests whose header was read and whose answer has not ended.
    private(set) var openRequests = 0
    private var hasAnswerBegun = false
    /// The bytes that the peer had accepted when they were seen to become more.
    private var stall: (since: NIODeadline, accepted: Int64)?

    init(_ limits: Limits, openedAt now: NIODeadline) {
        self.limits = limits
        reading = .nothing(since: now)
    }

    /// Whether what arrives is dropped instead of read.
    var isLingering: Bool { if case .lingering = phase { true } else { false } }

    /// Whether the socket is not to be read any more.
    var hasReadEnough: Bool { if case .lingering(_, let room) = phase { room <= 0 } else { false } }

    /// Whether an answer has begun and not ended.
    var isAnswering: Bool { hasAnswerBegun }

    /// Whether the connection waits for a request, and so can be closed without loss.
    var isWaitingForRequest: Bool {
        guard case .open = phase, openRequests == 0 else { return false }
        if case .body = reading { return false }
        return true
    }

    // MARK: Events

    /// Bytes arrived that did not complete any part of a request.
    mutating func readBytes(at now: NIODeadline) {
        if case .nothing = reading { reading = .header(since: now) }
    }

    /// A request's header is complete.
    ///
    /// - Parameter length: The announced length of the body; `nil` when it is chunked.
    mutating func readHeader(bodyLength length: Int64?, at now: NIODeadline) {
        if openRequests == 0 { hasAnswerBegun = false }
        openRequests += 1
        hasServed = true
        reading = .body(Body(start: now, length: length, lastPiece: now))
    }

    /// A piece of a body arrived.
    mutating func readBody(_ count: Int, at now: NIODeadline) {
        if case .lingering(let until, let room) = phase {
            phase = .lingering(until: until, room: room - Int64(count))
        }
        guard case .body(var body) = reading else { return }
        body.lastPiece = now
        body.received += Int64(count)
        reading = .body(body)
    }

    /// A request is complete.
    mutating func readEnd(at now: NIODeadline) { reading = .nothing(since: now) }

    /// The answer begins; returns whether it is the connection's last one: it says so, or too much of its request's body is unread.
    ///
    /// - Parameter isLast: Whether the answer itself closes the connection.
    mutating func beginAnswer(isLast: Bool = false) -> Bool {
        hasAnswerBegun = true
        guard case .open = phase else { return true }
        if isLast {
            phase = .closing
            return true
        }
        // Of several open requests only the newest one can be incomplete, and the oldest one is answered first.
        guard openRequests <= 1, case .body(let body) = reading else { return false }
        if let length = body.length, length - body.received <= limits.unreadBodyBytes { return false }
        phase = .closing
        return true
    }

    /// The answer is complete; returns whether the connection's sending half is to be closed now.
    mutating func endAnswer(at now: NIODeadline) -> Bool {
        openRequests = max(0, openRequests - 1)
        hasAnswerBegun = false
        switch reading {
        case .nothing: reading = .nothing(since: now)
        case .header: reading = .header(since: now)
        case .body(let body):
            // While the answer was written, a rest of the body may have waited for room.
            reading = .body(Body(start: now, length: body.length, lastPiece: now, received: body.received))
        }
        guard case .closing = phase else { return false }
        linger(from: now)
        return true
    }

    /// The sending half is closed.
    mutating func outputClosed(at now: NIODeadline) {
        if !isLingering { linger(from: now) }
    }

    private mutating func linger(from now: NIODeadline) {
        phase = .lingering(until: now + limits.linger, room: limits.unreadBodyBytes)
    }

    // MARK: Time

    /// The next time at which ``timeReached(_:unsent:accepted:)`` is to be asked.
    func deadline(at now: NIODeadline) -> NIODeadline {
        switch (phase, reading) {
        case (.lingering(let until, _), _): until
        // The body of a request behind an open one may have to wait for room.
        case (_, .body(let body)) where openRequests <= 1 && !hasAnswerBegun: deadline(of: body)
        case _ where openRequests > 0: now + stallCheck
        case (_, .body(let body)): deadline(of: body)
        case (_, .header(let since)): since + limits.header
        case (_, .nothing(let since)): since + (hasServed ? limits.idle : limits.header)
        }
    }

    /// Decides whether the connection is closed.
    ///
    /// - Parameters:
    ///   - unsent: Bytes that the peer has not accepted yet.
    ///   - accepted: Bytes that the peer has accepted in all. An estimate is enough as long as it grows only when the peer accepts some.
    mutating func timeReached(_ now: NIODeadline, unsent: Int64, accepted: Int64) -> Verdict {
        guard unsent > 0 else {
            stall = nil
            let deadline = deadline(at: now)
            return deadline > now ? .wait(until: deadline) : .close
        }
        if let stall, accepted <= stall.accepted {
            if now - stall.since >= limits.stalledAnswer { return .close }
        } else {
            stall = (now, accepted)
        }
        // An answer that is complete but unsent is still an answer.
        if openRequests == 0, case .nothing = reading { reading = .nothing(since: now) }
        let (deadline, check) = (deadline(at: now), now + stallCheck)
        return .wait(until: deadline > now ? min(deadline, check) : check)
    }

    private var stallCheck: TimeAmount { .nanoseconds(limits.stalledAnswer.nanoseconds / 2) }

    private func deadline(of body: Body) -> NIODeadline {
        let grace = limits.bodyPause.nanoseconds
        let earned = (body.received / limits.bodyBytesPerSecond).multipliedReportingOverflow(by: 1_000_000_000)
        // Beyond 30 years of pace only the pauses count.
        let pace =
            earned.overflow || earned.partialValue > 1_000_000_000_000_000_000 - grace ? nil : earned.partialValue
        let pause = body.lastPiece + limits.bodyPause
        return pace.map { min(pause, body.start + .nanoseconds($0 + grace)) } ?? pause
    }
}
