import ModelContextProtocol
import Synchronization
import Transport

extension HTTPChannel {
    /// The session with the server, and its address.
    struct State {
        /// The session that the server started.
        var session: String?
        /// Whether a request was answered in the session.
        var hasAnswered = false
        /// The number of sessions that the server does not know any more.
        var generation = 0
        /// Whether the last session is one of them, and no other has started.
        var isLost = false
        /// The address after a redirect.
        var url: String
    }

    /// Returns the session of a request that is about to be sent; the first request of a connection has none.
    ///
    /// - Throws: ``MCPFailure`` with code `sessionEnded` if the session was lost meanwhile.
    func sessionToUse(for request: RPCRequest) throws -> String? {
        try state.withLock { state in
            if request.startsConnection {
                (state.session, state.hasAnswered, state.isLost) = (nil, false, false)
            } else if state.isLost {
                throw ended
            }
            return state.session
        }
    }

    /// Accepts the session that the response to `initialize` names.
    func accept(sessionOf response: HTTPResponse) throws {
        guard let session = response.headers["Mcp-Session-Id"] else { return }
        guard (1...1024).contains(session.utf8.count), session.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw MCPFailure(.unreadable, of: server, "the id of its session is not visible ASCII")
        }
        state.withLock { $0.session = session }
    }

    private var ended: MCPFailure { MCPFailure(.sessionEnded, of: server, "its session is over", isRetrySafe: true) }

    /// Forgets the session of a request, which the server does not know any more, unless another one has started.
    ///
    /// - Throws: ``MCPFailure`` with code `sessionEnded` if the request had a session.
    func endSession(_ used: String?) throws {
        guard let used else { return }
        state.withLock { state in
            guard state.session == used else { return }
            (state.session, state.isLost) = (nil, true)
            state.generation += 1
        }
        throw ended
    }

    /// Whether a refusal of the credentials is about the session: it says nothing else, and the session was in use.
    ///
    /// Before a request was answered in the session, the same words must be about the credentials.
    func isAboutSession(_ response: HTTPResponse, _ message: RPCMessage?, _ used: String?) async throws -> Bool {
        guard used != nil, [401, 403].contains(response.status), message?.needsSession == true,
            response.headers["WWW-Authenticate"] == nil, state.withLock({ $0.session != used || $0.hasAnswered })
        else { return false }
        let bytes = (try? await response.body.collect(upTo: MCPLimits.failureBytes)) ?? []
        try Task.checkCancellation()
        return SessionLoss.isMeant(byStatus: response.status, String(decoding: bytes, as: UTF8.self))
    }
}
