import HummingbirdCore
import Logging
import NIOCore

/// Serves each connection on its own event loop (``EventLoopExecutor``).
struct EventLoopBoundChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor.on(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
