import Accounts
import AgentWire
import HTTPTypes
import Hummingbird

/// The check of a browser's cookie, in place of a token.
struct CookieAuthentication: Sendable {
    let sessions: BrowserSessions
    let side: BrowserSession.Side
    /// The URL at which clients reach the server.
    let publicURL: String?

    /// Returns the client of a request's cookie; `nil` without a cookie, or if the sign-in has ended.
    ///
    /// - Throws: ``Problem`` if the request is not from this server's page; `StoreError`.
    func holder(of request: Request) async throws -> (client: Principal, session: BrowserSession)? {
        guard let cookie = cookie(for: request), let value = cookie.value(in: request) else { return nil }
        // Before the cookie is looked up, so that a foreign page learns nothing.
        try cookie.checkOrigin(of: request)
        let pageKey = request.headers[.pageKey]
        // Without TLS the cookie alone, which other programs of this machine may have received, proves nothing.
        guard cookie.isSecure || pageKey != nil else { return nil }
        return try await sessions.holder(ofCookie: value, pageKey: cookie.isSecure ? nil : pageKey, for: side)
    }

    /// Returns the cookie for the host of a request; `nil` if browsers cannot sign in there.
    func cookie(for request: Request) -> SessionCookie? {
        request.host.flatMap { SessionCookie(side, at: $0, publicURL: publicURL) }
    }
}
