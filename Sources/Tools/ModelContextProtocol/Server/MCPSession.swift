import HeldBytes
import StreamingJSON
import Synchronization

/// A session: the client's declarations at its start, its open requests, and the questions that it must answer.
public final class MCPSession: Sendable {
    struct State {
        var logLevel: LogLevel?
        var subscriptions: Set<String> = []
        var requests: [RequestID: OpenRequest] = [:]
        var questions: [Int: CheckedContinuation<RPCResponse?, Never>] = [:]
        var lastQuestion = 0
        var lastStream = 0
        var streams = KeptStreams()
        var isEnded = false
    }

    /// The unguessable id; empty for a session over a pipe.
    public let id: String
    /// The caller that owns it.
    public let owner: String
    /// The revision that was agreed.
    public let revision: ProtocolRevision
    /// The stream of messages that belong to no request.
    public let serverStream: MessageStream
    let clientCapabilities: JSONObject
    let clientInformation: JSONObject?
    let server: MCPServer
    /// The hold that counts the bytes of the session: messages, open requests, subscriptions; `nil` if they are not counted.
    let hold: HeldBytes.Hold?
    let state = Mutex(State())

    init(
        id: String,
        owner: String,
        revision: ProtocolRevision,
        _ params: JSONObject,
        _ server: MCPServer,
        _ hold: HeldBytes.Hold?
    ) {
        self.hold = hold
        self.id = id
        self.owner = owner
        self.revision = revision
        self.server = server
        serverStream = MessageStream(number: 0, keepsMessages: true, hold: hold)
        // Only what the server reads is kept, because a client could send megabytes.
        let kinds = InputKind.allCases.map(\.capability)
        let declared = kinds.compactMap { name in
            params["capabilities"]?[name]?.objectValue.map {
                (name, JSONValue.object(JSONObject($0.prefix(8).map { ($0.key, [:]) })))
            }
        }
        clientCapabilities = JSONObject(declared)
        let names = ["name", "version"].compactMap { name in
            params["clientInfo"]?[name]?.stringValue.map { (name, JSONValue.string(String($0.prefix(100)))) }
        }
        clientInformation = JSONObject(names)
    }

    /// Whether a resource's changes are wanted.
    public func isSubscribed(to uri: String) -> Bool { state.withLock { $0.subscriptions.contains(uri) } }

    /// Whether there are open requests, or somebody reads.
    public var isBusy: Bool { state.withLock { !$0.requests.isEmpty } || serverStream.hasReader }

    /// The resources whose changes are wanted.
    public var subscriptions: Set<String> { state.withLock(\.subscriptions) }

    /// Returns a stream that can be resumed.
    public func stream(_ number: Int) -> MessageStream? {
        if number == 0 { return serverStream }
        return state.withLock { $0.streams[number] }
    }

    /// Ends the session: its requests are cancelled, its streams end.
    public func end() {
        let (requests, questions) = state.withLock { state in
            state.isEnded = true
            defer {
                state.questions = [:]
                state.streams = KeptStreams()
            }
            return (state.requests, state.questions)
        }
        for request in requests.values { request.task.cancel() }
        for question in questions.values { question.resume(returning: nil) }
        serverStream.finish()
    }

    /// Drops the answers that were read, and those whose reader has been away for long; a timer calls it.
    ///
    /// - Parameter time: The time in which a reader may read an answer again.
    public func forgetAnswers(at now: ContinuousClock.Instant, after time: Duration) {
        state.withLock { $0.streams.dropFinished(at: now, after: time) }
    }

    /// Drops the answers that were read, for another one.
    func makeRoom() { state.withLock { $0.streams.dropSpent() } }
}
