import NIOCore
import NIOHTTP1

/// A client's connection: collects a request, passes it on, and notices when the client closes.
///
/// Reading continues while an answer is written, because only a read reveals that the client has closed. Pipelined requests are not
/// supported; no client under test uses them.
final class StandInConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// A complete request with the channel for its answer.
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
            log.record(request)
            jobs.yield(Job(request: request, keepsAlive: incoming.head.isKeepAlive, channel: context.channel))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // After a complete answer, or one cut off on purpose, the log already has the end, and this changes nothing.
        if let current { log.recordEnd(current, .closedByPeer) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
