import NIOCore
import NIOHTTP1

/// One connection of a client: gathers a request, hands it on, and notices when the client goes away.
///
/// Reading never stops while an answer is being written, for only a read tells that the other side has closed. A client that
/// pipelines is not served; none of ours does.
final class StandInConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// A request that is in, with what its answer is to be written to.
    struct Job: Sendable {
        let request: RecordedRequest
        let keepsAlive: Bool
        let channel: any Channel
    }

    private struct Incoming {
        let id: Int
        let head: HTTPRequestHead
        let receivedAt: ContinuousClock.Instant
        var body: [UInt8] = []
    }

    private let log: StandInLog
    private let jobs: AsyncStream<Job>.Continuation
    private var incoming: Incoming?
    private var current: Int?

    init(log: StandInLog, jobs: AsyncStream<Job>.Continuation) {
        self.log = log
        self.jobs = jobs
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): incoming = Incoming(id: log.nextRequestID(), head: head, receivedAt: .now)
        case .body(var buffer): incoming?.body += buffer.readBytes(length: buffer.readableBytes) ?? []
        case .end:
            guard let incoming else { return }
            self.incoming = nil
            let target = RequestTarget(incoming.head.uri)
            let request = RecordedRequest(
                id: incoming.id,
                method: incoming.head.method.rawValue,
                path: target.path,
                query: target.query,
                headers: incoming.head.headers.map { ($0.name, $0.value) },
                body: incoming.body,
                receivedAt: incoming.receivedAt
            )
            current = request.id
            log.received(request)
            jobs.yield(Job(request: request, keepsAlive: incoming.head.isKeepAlive, channel: context.channel))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // After a whole answer, or one that was broken off on purpose, the log has its ending already and this changes nothing.
        if let current { log.ended(current, .closedByPeer) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
