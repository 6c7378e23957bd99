import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP/1.1 server on the loopback interface that answers with a closure, records its requests, and can misbehave.
///
/// It is for tests and for trying the service out by hand. Tests wait for its `events()`, never for time.
public final class StandInServer: Sendable {
    /// Returns the answer to a request.
    public typealias Responder = @Sendable (RecordedRequest) async -> StandInReply

    private struct Running {
        let listener: any Channel
        let jobs: AsyncStream<StandInConnection.Job>.Continuation
        let work: Task<Void, Never>
    }

    /// The stand-in's name, for logs.
    public let name: String

    private let requestedPort: Int
    private let respond: Responder
    private let log = StandInLog()
    private let rules = Mutex(MisbehaviorRules())
    private let running = Mutex<Running?>(nil)
    /// The open connections; `nil` once the server has stopped.
    private let connections = Mutex<[ObjectIdentifier: any Channel]?>([:])

    /// Makes a server that does not listen yet; port 0 lets the system choose one.
    public init(name: String, port: Int = 0, respond: @escaping Responder) {
        self.name = name
        self.requestedPort = port
        self.respond = respond
    }

    /// The port of the running server; before the start, the requested one.
    public var port: Int { running.withLock { $0?.listener.localAddress?.port } ?? requestedPort }

    /// The address for a client's configuration, without a trailing slash.
    public var baseURL: String { "http://127.0.0.1:\(port)" }

    // MARK: - Life

    /// Binds 127.0.0.1 and starts to answer.
    ///
    /// - Throws: ``ListeningError`` if the server cannot listen on the port.
    public func start() async throws {
        let (stream, jobs) = AsyncStream.makeStream(of: StandInConnection.Job.self)
        let listener: any Channel
        do {
            listener = try await listen(jobs)
        } catch let error as IOError {
            throw ListeningError(port: requestedPort, number: error.errnoCode)
        }
        // The server's only task: it owns the answers in progress, and `stop()` cancels and awaits it.
        let work = Task { await self.answer(stream) }
        running.withLock { $0 = Running(listener: listener, jobs: jobs, work: work) }
    }

    private func listen(_ jobs: AsyncStream<StandInConnection.Job>.Continuation) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [log] channel in
                channel.eventLoop.makeCompletedFuture {
                    try self.opened(channel)
                    let pipeline = channel.pipeline.syncOperations
                    // Pipelining assistance is off because it would stop reading until the answer is sent: see StandInConnection.
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
                    try pipeline.addHandlers(
                        SendableResponseParts(),
                        StandInConnection(log: log, jobs: jobs)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: requestedPort)
            .get()
    }

    /// Closes the listener and all connections, and returns when all answers have ended.
    public func stop() async {
        let running = self.running.withLock { state in
            defer { state = nil }
            return state
        }
        guard let running else { return }
        // First the listener: a client whose answer is cut off connects again at once, and must find nobody.
        try? await running.listener.close().get()
        running.jobs.finish()
        running.work.cancel()
        let open = connections.withLock { connections in
            defer { connections = nil }
            return connections ?? [:]
        }
        for connection in open.values { connection.close(promise: nil) }
        await running.work.value
        log.finish()
    }

    /// Throws if the server has stopped since it accepted the connection, which is then closed.
    private func opened(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        let isRunning = connections.withLock { connections in
            connections?[id] = channel
            return connections != nil
        }
        guard isRunning else { throw CancellationError() }
        channel.closeFuture.whenComplete { _ in self.connections.withLock { $0?[id] = nil } }
    }

    private func answer(_ jobs: AsyncStream<StandInConnection.Job>) async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask {
                    var next: StandInConnection.Job? = job
                    while let job = next {
                        await self.answer(job)
                        next = job.end()
                    }
                }
            }
        }
    }

    private func answer(_ job: StandInConnection.Job) async {
        let rule = rules.withLock { $0.next(for: job.request) }
        let reply = if case .answer(let other) = rule { other } else { await respond(job.request) }
        await ReplyWriter(
            request: job.request,
            reply: reply,
            keepsAlive: job.keepsAlive,
            channel: job.channel,
            log: log
        ).carryOut(rule ?? reply.misbehavior)
    }

    // MARK: - Misbehaving

    /// Makes the next requests fail: `times` of them (`nil` for all) among those that `matching` selects.
    ///
    /// Rules are tried in the order in which they were added, and a request uses at most one.
    public func misbehave(
        _ misbehavior: Misbehavior,
        times: Int? = 1,
        matching: @escaping @Sendable (RecordedRequest) -> Bool = { _ in true }
    ) {
        rules.withLock { $0.add(.init(misbehavior: misbehavior, timesLeft: times, matches: matching)) }
    }

    /// Removes all rules.
    public func clearMisbehaviors() { rules.withLock { $0.clear() } }

    // MARK: - Watching

    /// The requests so far, in the order of arrival.
    public var requests: [RecordedRequest] { log.requests }

    /// All past events, then each new one; the stream ends when the server stops.
    public func events() -> AsyncStream<StandInEvent> { log.events() }

    /// Waits for the first event, past ones included, for which `match` returns a value; `nil` if the server stopped before.
    public func event<Found>(_ match: (StandInEvent) -> Found?) async -> Found? {
        for await event in events() {
            if let found = match(event) { return found }
        }
        return nil
    }

    /// Waits until there are `count` requests, and returns the first `count`.
    public func requests(atLeast count: Int) async -> [RecordedRequest] {
        var seen = 0
        _ = await event { event -> Void? in
            if case .received = event { seen += 1 }
            return seen >= count ? () : nil
        }
        return Array(requests.prefix(count))
    }

    /// Waits until a request's exchange has ended, and returns how.
    public func ending(of requestID: Int) async -> RecordedRequest.Ending? {
        _ = await event { event -> Void? in
            switch event {
            case .answered(requestID, _, _), .closedByPeer(requestID, _), .cutOff(requestID, _): ()
            default: nil
            }
        }
        return requests.first { $0.id == requestID }?.ending
    }
}
