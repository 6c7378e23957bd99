import HummingbirdCore
import Logging
import NIOCore

/// Serves each connection on its own event loop (``EventLoopExecutor``).
struct EventLoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        // A connection keeps the buffer that it read its request into; of the usual 2 KiB most are never used.
        channel.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536)
        )
        .flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor.on(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
