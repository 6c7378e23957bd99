import AgentTools
import Foundation
import StreamingJSON
import Transport

/// The requests of an authorization: metadata, registration and tokens.
///
/// Only the servers that the operator configured are reached without the address policy; all other addresses come from them.
struct OAuthExchange: Sendable {
    let client: HTTPClient
    /// The MCP server.
    let server: OAuthAddress
    /// The issuer that the operator configured.
    let issuer: OAuthAddress?

    private static let timeouts = HTTPTimeouts(
        connect: .seconds(5),
        firstByte: .seconds(15),
        idle: .seconds(10),
        total: .seconds(20)
    )
    private static let longestError = 64 << 10

    /// Sends a request without a token to the MCP server and returns its challenge; `nil` if it sends none.
    func challenge() async throws -> BearerChallenge? {
        let body: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "tools/list"]
        let headers: HTTPHeaders = [
            "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        ]
        let response = try await send(.post, server, headers: headers, body: Array(body.serialized().utf8))
        guard response.status == 401 else { return nil }
        return BearerChallenge(fields: response.headers.values(of: "WWW-Authenticate"))
    }

    /// Returns the metadata of the MCP server; `nil` if it has none and announced none.
    func resource(announced: String?) async throws -> ProtectedResource? {
        for address in try ProtectedResource.addresses(of: server, announced: announced) {
            guard let document = try await document(at: address) else { continue }
            return try ProtectedResource(document, of: server)
        }
        guard announced == nil else {
            throw OAuthFailure(
                .unusable,
                "\(server.host) has no authorization metadata at the address that it names. Report this to the server's operator."
            )
        }
        return nil
    }

    /// Returns the metadata of an authorization server.
    func authorizationServer(_ issuer: OAuthAddress) async throws -> AuthorizationServer {
        guard issuer.isProtected(besides: server) else {
            throw OAuthFailure(
                .insecure,
                "\(server.host) names an authorization server without TLS, so it was not used. Report this to the server's operator."
            )
        }
        var failure: OAuthFailure?
        for address in AuthorizationServer.addresses(of: issuer) {
            guard let document = try await document(at: address) else { continue }
            do throws(OAuthFailure) {
                return try AuthorizationServer(document, issuer: issuer, for: server)
            } catch {
                failure = failure ?? error
            }
        }
        throw failure
            ?? OAuthFailure(
                .unusable,
                "The authorization server \(issuer.text) has no metadata that can be read. Check that it is the right one."
            )
    }

    /// Registers a client.
    func register(at endpoint: OAuthAddress, _ request: JSONObject) async throws -> OAuthClient {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "application/json"]
        let body = Array(JSONValue.object(request).serialized().utf8)
        let response = try await send(.post, endpoint, headers: headers, body: body)
        let document = MetadataReading.object(try await collect(response, endpoint))
        guard (200..<300).contains(response.status) else {
            let code = document?["error"]?.stringValue.flatMap(TokenReply.errorCode)
            throw OAuthFailure(
                .refused,
                "\(endpoint.host) refused to register Torii as a client: \(code ?? "HTTP \(response.status)"). Register it by hand, and "
                    + "set 'client_id' in the server's 'authorization'.",
                serverCode: code
            )
        }
        guard let client = document.flatMap({ OAuthClient(registration: $0) }) else {
            throw OAuthFailure(
                .unusable,
                "\(endpoint.host) registered Torii without a valid client id. Report this to its operator."
            )
        }
        return client
    }

    /// Requests a token.
    func token(at endpoint: OAuthAddress, _ request: OAuthTokenRequest) async throws -> TokenReply {
        let response = try await send(.post, endpoint, headers: request.headers, body: request.body)
        let bytes = try await collect(response, endpoint)
        return try TokenReply(status: response.status, MetadataReading.object(bytes), from: endpoint.host)
    }

    /// Returns the JSON object at an address; `nil` if the server has none there.
    private func document(at address: OAuthAddress) async throws -> JSONObject? {
        let request = request(.get, address, headers: ["Accept": "application/json"])
        do {
            let fetched = try await client.fetch(request, following: RedirectPolicy(maximum: 3))
            guard (200..<300).contains(fetched.response.status) else { return nil }
            return MetadataReading.object(try await fetched.response.body.collect(upTo: MetadataReading.longest))
        } catch {
            throw try failure(error, address)
        }
    }

    private func send(
        _ method: HTTPMethod,
        _ address: OAuthAddress,
        headers: HTTPHeaders,
        body: [UInt8]
    ) async throws -> HTTPResponse {
        do {
            return try await client.send(request(method, address, headers: headers, body: body))
        } catch {
            throw try failure(error, address)
        }
    }

    private func collect(_ response: HTTPResponse, _ address: OAuthAddress) async throws -> [UInt8] {
        do {
            return try await response.body.collect(upTo: Self.longestError)
        } catch {
            throw try failure(error, address)
        }
    }

    private func request(
        _ method: HTTPMethod,
        _ address: OAuthAddress,
        headers: HTTPHeaders,
        body: [UInt8]? = nil
    ) -> HTTPRequest {
        let isConfigured = address.origin == server.origin || address.origin == issuer?.origin
        var request = HTTPRequest(
            method,
            address.text,
            headers: headers,
            body: body,
            timeouts: Self.timeouts,
            isTrusted: isConfigured
        )
        request.maximumDecodedBytes = MetadataReading.longest
        return request
    }

    private func failure(_ error: TransportError, _ address: OAuthAddress) throws -> OAuthFailure {
        try Task.checkCancellation()
        return OAuthFailure(
            .unreachable,
            "\(address.host) sent no answer that can be used for the authorization: \(error.clause). Check the network and the address."
        )
    }
}
