import APIDescription
import AgentTools
package import MCPClient
import AgentWire
import Foundation
import KeyVault
import StreamingJSON
import Synchronization

/// The administration of authorizations at MCP servers: the operator opens a page, and the redirect ends the authorization.
///
/// No response contains a token.
package struct ToolAuthorizationAdministration: Sendable {
    /// Returns the authorizers of the declared servers by their names.
    package typealias Authorizers = @Sendable () -> [String: OAuthAuthorizer]

    private let vault: KeyVault
    private let authorizers: Authorizers
    private let started = StartedTable()

    init(vault: KeyVault, authorizers: @escaping Authorizers) {
        (self.vault, self.authorizers) = (vault, authorizers)
    }

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.toolAuthorizationStart, answer: start), AdminRoute(.toolAuthorizationEnd, answer: end),
        ]
    }

    private func start(_ call: AdminCall) async throws -> AdminReply {
        let (name, authorizer) = try authorizer(call)
        let request = try ToolAuthorizationRequest(jsonValue: call.body ?? .null)
        guard let address = OAuthAddress(request.redirectURI), address.isFitForRedirects else {
            throw Problem(
                .invalidRequest,
                detail:
                    "redirect_uri must be an https address or an http address of this machine, such as http://127.0.0.1:8912/callback"
            )
        }
        let pending = try await Self.convertingFailures {
            try await authorizer.begin(redirectURI: request.redirectURI)
        }
        started.table.withLock { $0.add(pending, at: name, now: Date()) }
        let answer = WireToolAuthorization(server: name, url: pending.url, state: pending.state)
        return .created(answer.jsonValue)
    }

    private func end(_ call: AdminCall) async throws -> AdminReply {
        let (name, authorizer) = try authorizer(call)
        let request = try ToolRedirectRequest(jsonValue: call.body ?? .null)
        let state = try call.parameter("authorization")
        guard let pending = started.table.withLock({ $0.take(state, at: name, now: Date()) }) else {
            throw Problem(
                .notFound,
                detail:
                    "there is no such started authorization of \(name), perhaps because it is older than ten minutes; start again"
            )
        }
        do {
            try await Self.convertingFailures { try await authorizer.complete(pending, redirect: request.redirect) }
        } catch {
            try await audit("failed", name, call)
            throw error
        }
        try await audit("done", name, call)
        return .json(["server": .string(name), "authorized": true])
    }

    private func audit(_ outcome: String, _ name: String, _ call: AdminCall) async throws {
        try await vault.appendAudit(call.actor, ("tools.authorize", "tools/\(name)", outcome))
    }

    private func authorizer(_ call: AdminCall) throws(Problem) -> (name: String, OAuthAuthorizer) {
        let name = try call.parameter("server")
        guard let authorizer = authorizers()[name] else {
            throw Problem(
                .notFound,
                detail:
                    "there is no MCP server '\(name.excerpt())' with an authorization; check its name and its declaration"
            )
        }
        return (name, authorizer)
    }

    /// Converts a failure of the authorization into a problem.
    private static func convertingFailures<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as OAuthFailure {
            let isRequest = failure.code == .invalidRedirect
            throw Problem(isRequest ? .invalidRequest : .upstreamFailed, detail: failure.message)
        }
    }
}

/// The started authorizations, shared by all copies of the administration.
private final class StartedTable: Sendable {
    let table = Mutex(StartedAuthorizations())
}
