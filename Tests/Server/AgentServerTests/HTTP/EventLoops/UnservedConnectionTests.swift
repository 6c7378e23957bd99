import NIOCore
import NIOPosix
import Testing

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct UnservedConnectionTests {
    /// This happens if the server stops between the acceptance and the task.
    ///
    /// NIO would end the process.
    @Test func aConnectionThatNoTaskServesIsClosed() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    _ = AcceptedConnection(
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let client = try await ClientBootstrap(group: group).connect(to: try #require(server.localAddress)).get()
        try await client.closeFuture.get()
        try await server.close()
    }
}
