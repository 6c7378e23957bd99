import Glibc
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The limits of one connection: the time limits of ``ConnectionClock`` and the number limits of ``ConnectionRegistry``.
///
/// A connection has one timer, which is set again only for an earlier deadline, and no task. A write costs an addition.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// An event that asks a connection to close if it waits for a request, to make room for another one.
    struct MakeRoom: Sendable {}

    private let table: ConnectionRegistry
    private var clock: ConnectionClock
    private var entry: ConnectionRegistry.Entry?
    private var isRefused = false
    /// For each request whose response has not ended, whether it is a `HEAD`; in order.
    private var pendingHeads: [Bool] = []
    /// The time of the current read from the socket.
    ///
    /// It is cached because reading the clock for each piece of a body is too slow.
    private var readTime: NIODeadline?
    private var pieces = BodyPieces()
    private var isBodyRefused = false
    private var written: Int64 = 0
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

    init(_ limits: ConnectionClock.Limits, _ table: ConnectionRegistry) {
        self.table = table
        clock = ConnectionClock(limits, openedAt: .now())
    }

    // MARK: Opening and closing

    func handlerAdded(context: ChannelHandlerContext) {
        entry = table.open(context.channel)
        isRefused = entry == nil
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func start(_ context: ChannelHandlerContext) {
        guard isRefused else { return arm(context) }
        let head = HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [.retryAfter: "5", .connection: "close", .contentLength: "0"]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        clock.outputClosed(at: .now())
        context.close(mode: .output, promise: nil)
        arm(context)
    }

    private func end() {
        timer?.task.cancel()
        timer = nil
        if let entry { table.close(entry) }
        entry = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = readTime ?? .now()
        readTime = now
        switch unwrapInboundIn(data) {
        case .head(let request):
            guard !clock.isLingering else { return }
            clock.readHeader(bodyLength: Self.bodyLength(request), at: now)
            pendingHeads.append(request.method == .head)
            pieces.reset()
            if let entry { table.startWork(entry) }
        case .body(let piece):
            clock.readBody(piece.readableBytes, at: now)
            return read(piece, context)
        case .end: clock.readEnd(at: now)
        }
        guard !clock.isLingering, !isBodyRefused else { return }
        passOn(pieces.removeJoined(), context)
        context.fireChannelRead(data)
    }

    private func read(_ piece: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !clock.isLingering, !isBodyRefused else { return }
        do {
            let (first, second) = try pieces.add(piece, context.channel.allocator)
            passOn(first, context)
            passOn(second, context)
        } catch {
            isBodyRefused = true
            context.fireErrorCaught(error)
        }
    }

    private func passOn(_ piece: ByteBuffer?, _ context: ChannelHandlerContext) {
        if let piece { context.fireChannelRead(wrapInboundOut(.body(piece))) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if readTime == nil { clock.readBytes(at: .now()) }
        readTime = nil
        let piece = pieces.removeJoined()
        if !clock.isLingering, !isBodyRefused { passOn(piece, context) }
        arm(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if !clock.shouldStopReading { context.read() }
    }

    /// Returns the length of a body in the header; 0 if there is none, `nil` if it is chunked.
    private static func bodyLength(_ request: HTTPRequest) -> Int64? {
        if request.headerFields[.transferEncoding] != nil { return nil }
        guard let length = request.headerFields[.contentLength] else { return 0 }
        return Int64(length)
    }

    // MARK: Answers

    /// Counts bytes of a body that were written without passing through this handler.
    func countWritten(_ count: Int) { written += Int64(count) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // After the last response nothing is written.
        guard !clock.isLingering else { return promise?.fail(ChannelError.outputClosed) ?? () }
        switch unwrapOutboundIn(data) {
        case .body(let piece):
            written += Int64(piece.readableBytes)
            context.write(data, promise: promise)
        case .head(var response):
            let isLast = isBodyRefused || response.headerFields[.connection] == "close"
            guard response.status.kind != .informational, clock.startResponse(isLast: isLast) else {
                return context.write(data, promise: promise)
            }
            response.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(response)), promise: promise)
        case .end:
            let isHead = !pendingHeads.isEmpty && pendingHeads.removeFirst()
            let now = NIODeadline.now()
            if clock.endResponse(at: now) {
                end(isHead, data, context, promise)
                context.flush()
                arm(context)
                // The close is delayed, because the writer of the response is still working.
                let channel = context.channel
                context.eventLoop.execute { channel.close(mode: .output, promise: nil) }
            } else {
                if clock.isWaitingForRequest, let entry { table.startWaiting(entry) }
                end(isHead, data, context, promise)
            }
        }
    }

    /// Writes the end of a response.
    ///
    /// The encoder does not know the request. It frames a response without a length in chunks, and a response to `HEAD` must not have
    /// the last chunk.
    private func end(
        _ isHead: Bool,
        _ data: NIOAny,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        guard isHead else { return context.write(data, promise: promise) }
        promise?.succeed()
    }

    /// Closes the connection.
    ///
    /// If a response is incomplete, the kernel discards its unsent bytes too; a complete one is sent to its end.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all, clock.isResponding, backlog(context).unsent > 0 { reset(context.channel) }
        context.close(mode: mode, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is MakeRoom {
            if clock.isWaitingForRequest, backlog(context).unsent == 0 {
                context.close(promise: nil)
            } else if clock.isWaitingForRequest, let entry {
                table.startWaiting(entry)
            }
            return
        }
        if case .some(.outputClosed) = event as? ChannelEvent {
            clock.outputClosed(at: .now())
            arm(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Time

    /// Sets the timer, unless it fires early enough already.
    private func arm(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        arm(context, clock.deadline(at: .now()))
    }

    private func arm(_ context: ChannelHandlerContext, _ deadline: NIODeadline) {
        if let timer {
            guard deadline < timer.deadline else { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.timeReached(context) }
        timer = (task, deadline)
    }

    private func timeReached(_ context: ChannelHandlerContext) {
        timer = nil
        let backlog = backlog(context)
        switch clock.timeReached(.now(), unsent: backlog.unsent, accepted: backlog.accepted) {
        case .close:
            if backlog.unsent > 0 { reset(context.channel) }
            context.close(promise: nil)
        case .wait(let deadline): arm(context, deadline)
        }
    }

    /// Makes the close reset the connection.
    ///
    /// Otherwise the kernel would keep megabytes of unaccepted data for minutes.
    private func reset(_ channel: any Channel) {
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }

    private func backlog(_ context: ChannelHandlerContext) -> ConnectionBacklog {
        let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        let progress = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { SocketProgress($0) }
        return ConnectionBacklog(written: written, buffered: Int64(buffered ?? 0), progress: progress ?? nil)
    }
}
