import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// Serves each connection on its own event loop (``EventLoopExecutor``).
struct EventLoopBoundChannel: ServerChildChannel {
    typealias Accepted = AcceptedConnection<HTTPRequestPart, HTTPResponsePart>

    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Accepted> {
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
            .flatMap { base.setup(channel: channel, logger: logger).map(Accepted.init) }
    }

    /// Linux's `TCP_NOTSENT_LOWAT`.
    private static var unsentLimit: NIOBSDSocket.Option { .init(rawValue: TCP_NOTSENT_LOWAT) }

    /// Most bytes of answers that the kernel accepts beyond those on their way; its own limit is megabytes for each slow reader.
    private static var unsentBytes: Int { 128 << 10 }

    func handle(value: Accepted, logger: Logger) async {
        guard let connection = value.take() else { return }
        await withTaskExecutorPreference(EventLoopExecutor.on(connection.channel.eventLoop)) {
            await base.handle(value: connection, logger: logger)
        }
    }
}
