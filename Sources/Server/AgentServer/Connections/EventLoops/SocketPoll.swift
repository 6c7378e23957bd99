import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// The detection of an event loop's next poll of its sockets.
///
/// An event loop performs its queued tasks, and those added meanwhile, and polls its sockets when none is left. So work that must
/// follow the sockets has to be triggered by a descriptor that is polled with them: a pipe from the loop to itself.
final class SocketPoll: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private enum State {
        /// The pipe is being opened.
        case opening(isAsked: Bool)
        case open(any Channel)
        /// There is no pipe: the process has no free descriptor, or the loop has ended.
        case closed
    }

    private let eventLoop: any EventLoop
    private let onPoll: @Sendable () -> Void
    private let state = Mutex(State.opening(isAsked: false))

    /// Creates a poll.
    ///
    /// `onPoll` is called on the event loop after each ``request()``, and possibly at other times.
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
                // From here on the channel closes the descriptors, even if it fails.
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

    /// Returns a new pipe; `nil` if the process has no free descriptor.
    static func pipe() -> (input: Int32, output: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Whether there is no pipe.
    ///
    /// ``request()`` then calls `onPoll` at once.
    var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    /// Requests a call of `onPoll` after the next poll of the sockets.
    func request() {
        let state = state.withLock { state in
            if case .opening = state { state = .opening(isAsked: true) }
            return state
        }
        switch state {
        case .opening: break
        case .open(let channel): Self.write(to: channel)
        case .closed: eventLoop.execute(onPoll)
        }
    }

    private static func write(to channel: any Channel) {
        channel.writeAndFlush(channel.allocator.buffer(integer: UInt8(0)), promise: nil)
    }

    /// The byte in the pipe has been read, so the sockets that were polled with it have been handled.
    func channelReadComplete(context: ChannelHandlerContext) { eventLoop.execute(onPoll) }

    /// The loop has ended and closed the pipe.
    func channelInactive(context: ChannelHandlerContext) { close() }

    private func open(_ channel: any Channel) {
        let isAsked = state.withLock { state in
            guard case .opening(let isAsked) = state else { return false }
            state = .open(channel)
            return isAsked
        }
        if isAsked { Self.write(to: channel) }
    }

    private func close() {
        let isAsked = state.withLock { state in
            defer { state = .closed }
            return switch state {
            case .opening(let isAsked): isAsked
            // The last request may not have been read.
            case .open: true
            case .closed: false
            }
        }
        if isAsked { eventLoop.execute(onPoll) }
    }
}
