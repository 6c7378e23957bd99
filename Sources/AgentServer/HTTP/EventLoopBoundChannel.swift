import Glibc
import HummingbirdCore
import Logging
import NIOCore

/// Serves each connection on its own event loop (``EventLoopExecutor``).
struct EventLoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.setOption(.tcpOption(Self.unsentLimit), value: Self.unsentBytes)
            // Other sockets than those of TCP have no such option, and need none.
            .flatMapErrorThrowing { _ in }
            .flatMap {
                // A connection keeps the buffer that it read its request into; of the usual 2 KiB most are never used.
                channel.setOption(
                    .recvAllocator,
                    value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536)
                )
            }
            .flatMap { base.setup(channel: channel, logger: logger) }
    }

    /// Linux's `TCP_NOTSENT_LOWAT`.
    private static var unsentLimit: NIOBSDSocket.Option { .init(rawValue: TCP_NOTSENT_LOWAT) }

    /// Most bytes of answers that the kernel accepts beyond those on their way; its own limit is megabytes for each slow reader.
    private static var unsentBytes: Int { 128 << 10 }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor.on(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
