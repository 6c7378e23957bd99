import Accounts
import Foundation
import SigningIssuers
import StandIns
import StreamingJSON
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A suite with an issuer and a server over HTTP.
protocol IssuerSuite: Sendable {
    /// The keys of the issuer.
    var signer: SigningIssuer { get }
}

extension IssuerSuite {
    /// Runs an issuer and a server with a client that has users.
    func with(
        _ configure: (inout Settings) -> Void = { _ in },
        _ body: (TestServer, IssuerStandIn, String) async throws -> Void
    ) async throws {
        try await IssuerStandIn.with(keys: [signer.jwk]) { standIn async throws in
            try await TestServer.with { settings in
                settings.issuerHosts = IssuerHosts("127.0.0.1:*") ?? .publicHosts
                settings.publicURL = SigningIssuer.audience
                settings.authenticationDelay = .zero
                configure(&settings)
            } _: { server async throws in
                try await body(server, standIn, try await server.makeClientWithUsers().id)
            }
        }
    }

    func settings(_ standIn: IssuerStandIn, _ more: JSONObject = [:]) -> JSONValue {
        var settings: JSONObject = ["issuer": .string(standIn.issuer), "audiences": .string(SigningIssuer.audience)]
        for (name, value) in more { settings[name] = value }
        return .object(settings)
    }

    func add(_ settings: JSONValue, to client: String, _ server: TestServer) async throws -> TestServer.Answer {
        try await server.admin(.post, "clients/\(client)/issuers", ["name": "login", "settings": settings])
    }

    func token(_ standIn: IssuerStandIn, _ more: JSONObject = [:], header: JSONObject = [:]) throws -> String {
        var claims: JSONObject = ["iss": .string(standIn.issuer)]
        for (name, value) in more { claims[name] = value }
        return try signer.token(claims, header: header)
    }

    func status(_ token: String, _ server: TestServer) async throws -> Int {
        try await server.send(.get, "/v1/conversations", token: token).status
    }
}
