import AgentTools
import FoundationEssentials
import KeyLeasing
import Secrets
import StreamingJSON
import Synchronization
import ToolDeclarations
import Transport

/// The tokens that the keys of a service obtained with client credentials (RFC 6749 §4.4).
///
/// One request is made at a time for each key, and all calls that need its token wait for it.
final class ClientTokens: Sendable {
    private struct State {
        var tokens: [String: ClientToken] = [:]
        var nextNumber = 0
    }

    private let surroundings: DeclaredToolSurroundings
    private let state = Mutex(State())
    private let requests = SharedCalls<String, ClientToken>()

    private static let longestReply = 64 << 10
    private static let timeouts = HTTPTimeouts(
        connect: .seconds(5),
        firstByte: .seconds(15),
        idle: .seconds(10),
        total: .seconds(20)
    )

    init(_ surroundings: DeclaredToolSurroundings) { self.surroundings = surroundings }

    /// Returns the token of a key, and requests one if there is none, or the known one is soon over.
    ///
    /// - Throws: ``UpstreamFailure``: `keyRefused` if the endpoint refuses the key; `CancellationError`.
    func token(of lease: KeyLease, _ credentials: ClientCredentials) async throws -> ClientToken {
        let now = ContinuousClock.now
        let known = state.withLock { $0.tokens[lease.keyID] }
        if let known, now < known.due { return known }
        do {
            return try await requests.value(for: lease.keyID) { [self] in try await request(lease, credentials) }
        } catch let failure as UpstreamFailure {
            if let known, now < known.end, failure.code != .keyRefused { return known }
            throw failure
        }
    }

    /// Forgets a token that the service refused, unless there is another one meanwhile.
    func drop(_ token: ClientToken, of keyID: String) {
        state.withLock { if $0.tokens[keyID]?.number == token.number { $0.tokens[keyID] = nil } }
    }

    private func request(_ lease: KeyLease, _ credentials: ClientCredentials) async throws -> ClientToken {
        let start = ContinuousClock.now
        let host = HTTPRequest.host(of: credentials.token)
        let parts: (headers: RequestCredentials, form: [UInt8])
        do throws(KeyFormFault) { parts = try credentials.tokenRequest(lease.secret) } catch {
            throw UpstreamFailure(.misconfigured, host: host)
        }
        var headers: HTTPHeaders = ["Content-Type": .plain(FormBody.mediaType), "Accept": "application/json"]
        for field in parts.headers.headers { headers.append(field.name, .secret(field.value, prefix: "")) }
        var request = HTTPRequest(
            .post,
            credentials.token,
            headers: headers,
            body: parts.form,
            timeouts: Self.timeouts,
            isTrusted: surroundings.hosts.isNamed(credentials.token)
        )
        // Without the parts of the key: a token may name them, such as the tenant in a JWT.
        request.echo = SecretEcho(lease.forms, onEcho: lease.reportEcho)
        let reply = try await reply(to: request, host)
        return state.withLock { state in
            state.nextNumber += 1
            let token = ClientToken(
                reply.accessToken,
                number: state.nextNumber,
                requested: start,
                life: reply.expiresIn
            )
            state.tokens[lease.keyID] = token
            return token
        }
    }

    private func reply(to request: HTTPRequest, _ host: String) async throws -> TokenReply {
        let (status, bytes): (Int, [UInt8])
        do throws(TransportError) {
            let response = try await surroundings.client.send(request, through: surroundings.breakers)
            (status, bytes) = (response.status, try await response.body.collect(upTo: Self.longestReply))
        } catch {
            try Task.checkCancellation()
            throw UpstreamFailure(UpstreamFailure.Code(error), host: host)
        }
        let document = (try? JSONValue(parsing: bytes))?.objectValue
        do throws(OAuthFailure) {
            return try TokenReply(status: status, document, from: host)
        } catch {
            switch (error.serverCode, status) {
            // Status 400 with these codes means the key, as 401 does (RFC 6749 §5.2).
            case ("invalid_client"?, _), ("invalid_grant"?, _), ("unauthorized_client"?, _), (_, 401):
                throw UpstreamFailure(.keyRefused, host: host)
            case (_, 429): throw UpstreamFailure(.rateLimited, host: host)
            case (_, 500...): throw UpstreamFailure(.unavailable, host: host)
            case (_, 200..<300): throw UpstreamFailure(.unreadable, host: host)
            default: throw UpstreamFailure(.refused, host: host)
            }
        }
    }
}
