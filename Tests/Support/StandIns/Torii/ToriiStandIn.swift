public import StreamingJSON

/// A stand-in for a Torii server: runs that play a script, with their streams, answers and cancellation.
public struct ToriiStandIn: StandIn {
    /// A part of a run's script.
    public enum Step: Sendable {
        /// An event with its data.
        case event(String, JSONValue)
        /// The run waits until these calls have answers.
        case wait([String])
        /// The stream waits at a gate that the test opens.
        case gate(StandInGate)
    }

    /// The underlying server.
    public let server: StandInServer
    /// The runs, which another stand-in on the same port can continue, like a server that was killed and started again.
    public let runs: ToriiRuns

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - tokens: The accepted tokens; with none, any token is accepted.
    ///   - runs: The runs of an earlier stand-in; `nil` for none.
    ///   - script: The events of each run, from its id.
    public init(
        port: Int = 0,
        tokens: [String] = [],
        runs: ToriiRuns? = nil,
        script: @escaping @Sendable (_ run: String) -> [Step]
    ) {
        let (accepted, runs) = (AcceptedKeys(tokens), runs ?? ToriiRuns())
        self.runs = runs
        server = StandInServer(name: "torii", port: port) { request in
            guard accepted.accept(request.bearerToken) else { return Self.failure(401) }
            return Self.answer(request, runs, script)
        }
    }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        tokens: [String] = [],
        script: @escaping @Sendable (_ run: String) -> [Step],
        _ body: (ToriiStandIn) async throws -> Result
    ) async throws -> Result {
        try await ToriiStandIn(tokens: tokens, script: script).running(body)
    }

    /// A problem document.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let kind =
            switch status {
            case 401: "unauthorized"
            case 404: "not-found"
            case 409: "conflict"
            case 429: "rate-limited"
            case 503: "overloaded"
            default: "invalid-request"
            }
        return .json(
            [
                "type": .string("urn:torii:problem:\(kind)"), "title": "Stand-in", "status": .integer(status),
                "detail": "for the test",
            ],
            status: status,
            headers: retryAfter.map { [("Retry-After", String($0))] } ?? [],
            contentType: "application/problem+json"
        )
    }
}

// MARK: - Answers

extension ToriiStandIn {
    private static func answer(
        _ request: RecordedRequest,
        _ runs: ToriiRuns,
        _ script: (String) -> [Step]
    ) -> StandInReply {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (request.method, parts.count) {
        case ("POST", 2), ("POST", 3):
            let run = runs.start(key: request.header("Idempotency-Key"), script)
            guard request.header("Prefer") == "respond-async" else { return stream(run, runs, after: nil) }
            return .json(runs.description(of: run), status: 202)
        case ("GET", 3): return runs.knows(parts[2]) ? .json(runs.description(of: parts[2])) : failure(404)
        case ("GET", 4) where parts[3] == "events":
            guard runs.knows(parts[2]) else { return failure(404) }
            let after = request.header("Last-Event-ID").flatMap { Int($0.split(separator: ":").last ?? "") }
            return stream(parts[2], runs, after: after)
        case ("POST", 4) where parts[3] == "outputs":
            guard let body = request.jsonObject else { return failure(400) }
            return runs.answer(parts[2], body) ? .json(runs.description(of: parts[2]), status: 202) : failure(409)
        case ("POST", 4) where parts[3] == "cancel":
            runs.cancel(parts[2])
            return .json(runs.description(of: parts[2]))
        default: return failure(404)
        }
    }

    private static func stream(_ run: String, _ runs: ToriiRuns, after: Int?) -> StandInReply {
        let pieces = runs.pieces(of: run, after: after)
        return pieces.isEmpty ? StandInReply(status: 204) : .eventStream(pieces)
    }
}
