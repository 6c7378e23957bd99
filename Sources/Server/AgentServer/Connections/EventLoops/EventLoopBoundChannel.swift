import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A channel whose connections are each served on their own event loop (``EventLoopExecutor``).
struct EventLoopBoundChannel: ServerChildChannel {
    typealias Accepted = AcceptedConnection<HTTPRequestPart, HTTPResponsePart>

    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Accepted> {
        channel.setOption(.tcpOption(Self.unsentLimit), value: Self.unsentBytes)
            // Sockets other than TCP's do not have this option and do not need it.
            .flatMapErrorThrowing { _ in }
            .flatMap {
                // A connection keeps the buffer of its first read. Most of the usual 2 KiB are never used.
                channel.setOption(
                    .recvAllocator,
                    value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536)
                )
            }
            .flatMap { base.setup(channel: channel, logger: logger).map(Accepted.init) }
    }

    /// Linux's `TCP_NOTSENT_LOWAT`.
    private static var unsentLimit: NIOBSDSocket.Option { .init(rawValue: TCP_NOTSENT_LOWAT) }

    /// The maximum number of response bytes in the kernel that are not on their way.
    ///
    /// Its default is megabytes for each slow reader.
    private static var unsentBytes: Int { 128 << 10 }

    func handle(value: Accepted, logger: Logger) async {
        guard let connection = value.claim() else { return }
        await withTaskExecutorPreference(EventLoopExecutor.on(connection.channel.eventLoop)) {
            await base.handle(value: connection, logger: logger)
        }
    }
}
