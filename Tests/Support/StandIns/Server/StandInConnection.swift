import NIOCore
import NIOHTTP1
import Synchronization

/// A client's connection: collects a request, passes it on, and notices when the client closes.
///
/// Reading continues while an answer is written, because only a read reveals that the client has closed. The answer to a request
/// starts after the end of the one before: a client may send the next request as soon as it has a whole body.
final class StandInConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// A complete request with the channel for its answer.
    struct Job: Sendable {
        let request: RecordedRequest
        let keepsAlive: Bool
        let channel: any Channel
        fileprivate let turns: AnswerTurns

        /// Ends the answer; returns the request of the same connection to answer next.
        func end() -> Job? { turns.end() }
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
    private let turns = AnswerTurns()

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
            let job = Job(
                request: request,
                keepsAlive: incoming.head.isKeepAlive,
                channel: context.channel,
                turns: turns
            )
            if turns.start(job) { jobs.yield(job) }
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

/// The order of the answers on one connection.
private final class AnswerTurns: Sendable {
    private struct State {
        var isAnswering = false
        var waiting: [StandInConnection.Job] = []
    }

    private let state = Mutex(State())

    /// Returns whether the answer may start now; otherwise it waits for the end of those before it.
    func start(_ job: StandInConnection.Job) -> Bool {
        state.withLock { state in
            defer { state.isAnswering = true }
            if state.isAnswering { state.waiting.append(job) }
            return !state.isAnswering
        }
    }

    /// Ends the current answer; returns the next one to start.
    func end() -> StandInConnection.Job? {
        state.withLock { state in
            state.isAnswering = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }
}
