import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Tells when an event loop has asked its sockets what has come.
///
/// An event loop performs what it is told to execute, and what it is told meanwhile, and asks its sockets when nothing is left. So what
/// is to come after the sockets has to come out of a descriptor that it asks with them: a pipe from the loop to itself.
final class SocketPoll: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private enum State {
        /// The pipe is being made.
        case opening(isAsked: Bool)
        case open(any Channel)
        /// There is none: the process has no descriptor left, or the loop ends.
        case closed
    }

    private let eventLoop: any EventLoop
    private let onPoll: @Sendable () -> Void
    private let state = Mutex(State.opening(isAsked: false))

    /// Makes one, whose `onPoll` is called on the event loop: after each ``ask()``, and it may be between.
    init(
        _ eventLoop: any EventLoop,
        makePipe: () -> (input: Int32, output: Int32)? = SocketPoll.pipe,
        onPoll: @escaping @Sendable () -> Void
    ) {
        self.eventLoop = eventLoop
        self.onPoll = onPoll
        guard let ends = makePipe() else {
            state.withLock { $0 = .closed }
            return
        }
        let isTaken = Mutex(false)
        NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                // From here on the channel closes the descriptors, also when nothing comes of it.
                isTaken.withLock { $0 = true }
                return channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(self) }
            }
            .takingOwnershipOfDescriptors(input: ends.input, output: ends.output)
            .whenComplete { result in
                switch result {
                case .success(let channel): self.open(channel)
                case .failure:
                    self.close()
                    guard !isTaken.withLock({ $0 }) else { return }
                    Glibc.close(ends.input)
                    Glibc.close(ends.output)
                }
            }
    }

    /// A new pipe; `nil` when the process has no descriptor left.
    static func pipe() -> (input: Int32, output: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Whether it can tell; one that cannot calls at once.
    var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    /// Has the sockets asked.
    func ask() {
        let state = state.withLock { state in
            if case .opening = state { state = .opening(isAsked: true) }
            return state
        }
        switch state {
        case .opening: break
        case .open(let channel): Self.ask(channel)
        case .closed: eventLoop.execute(onPoll)
        }
    }

    private static func ask(_ channel: any Channel) {
        channel.writeAndFlush(channel.allocator.buffer(integer: UInt8(0)), promise: nil)
    }

    /// What the pipe was told has been read; the sockets that are asked with it come first.
    func channelReadComplete(context: ChannelHandlerContext) { eventLoop.execute(onPoll) }

    /// The pipe is closed, because the loop ends.
    func channelInactive(context: ChannelHandlerContext) { close() }

    private func open(_ channel: any Channel) {
        let isAsked = state.withLock { state in
            guard case .opening(let isAsked) = state else { return false }
            state = .open(channel)
            return isAsked
        }
        if isAsked { Self.ask(channel) }
    }

    private func close() {
        let isAsked = state.withLock { state in
            defer { state = .closed }
            return switch state {
            case .opening(let isAsked): isAsked
            // What was asked may not have been read.
            case .open: true
            case .closed: false
            }
        }
        if isAsked { eventLoop.execute(onPoll) }
    }
}
