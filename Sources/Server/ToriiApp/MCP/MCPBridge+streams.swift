import EventStreams
import Logging
import ModelContextProtocol
import StreamingJSON
import Transport

extension MCPBridge {
    /// The maximum number of attempts to continue a stream whose connection broke.
    private static let attempts = 5
    private static let longestPause = 30

    /// Passes the messages of a request's stream to the client, up to the response.
    ///
    /// When the connection breaks, the stream continues after its last event if the revision has sessions.
    func follow(
        _ body: HTTPResponseBody,
        of request: RPCRequest,
        in session: BridgeTarget.Session?
    ) async throws -> RPCResponse {
        var body = body
        var last: String?
        var failures = 0
        while true {
            do {
                for try await event in body.serverSentEvents(maximumEventBytes: 64 << 20) {
                    if !event.id.isEmpty { last = event.id }
                    failures = 0
                    guard !event.data.isEmpty, let message = try? RPCMessage(parsing: event.data) else { continue }
                    if case .response(let response) = message, response.id == request.id { return response }
                    send(message)
                }
            } catch let error {
                guard error.code != .cancelled else { throw CancellationError() }
            }
            try Task.checkCancellation()
            guard let session, let event = last, failures < Self.attempts else {
                throw RPCError(
                    .internalError,
                    "the connection to \(target.url) broke before the response; whether the request had an effect is unknown"
                )
            }
            failures += 1
            body = try await continuation(of: session, after: event, pause: failures)
        }
    }

    /// Opens a stream again after an event.
    private func continuation(
        of session: BridgeTarget.Session,
        after event: String,
        pause: Int
    ) async throws -> HTTPResponseBody {
        // The pause before the next attempt is the reason to sleep here.
        try await Task.sleep(for: .seconds(pause - 1))
        let answer = try await client.send(target.streamRequest(in: session, after: event))
        guard answer.status == 200 else {
            throw RPCError(
                .internalError,
                "the connection to \(target.url) broke before the response, and the server no longer has it; "
                    + "whether the request had an effect is unknown"
            )
        }
        return answer.body
    }

    /// Passes the messages of a session that belong to no request to the client, until the task is cancelled or the server offers none.
    func passStream(of session: BridgeTarget.Session) async {
        var last: String?
        var pause = 0
        while !Task.isCancelled {
            do {
                let answer = try await client.send(target.streamRequest(in: session, after: last))
                // 405: the server has no such messages. 404: the session is over, and the next request starts another one.
                guard answer.status != 405, answer.status != 404 else { return }
                if answer.status == 200 {
                    for try await event in answer.body.serverSentEvents(maximumEventBytes: 64 << 20) {
                        if !event.id.isEmpty { last = event.id }
                        pause = 0
                        if !event.data.isEmpty, let message = try? RPCMessage(parsing: event.data) { send(message) }
                    }
                } else if last != nil {
                    // The server may not keep the event any more.
                    last = nil
                }
            } catch {
                logger.debug("The stream of the session broke", metadata: ["error": "\(error)"])
            }
            pause = min(Self.longestPause, max(1, pause * 2))
            // The pause before the next attempt is the reason to sleep here.
            try? await Task.sleep(for: .seconds(pause))
        }
    }
}
