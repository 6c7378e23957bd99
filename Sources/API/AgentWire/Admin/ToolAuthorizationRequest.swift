/// The body of `POST /admin/tools/{server}/authorizations`.
public struct ToolAuthorizationRequest: WireRecord {
    /// The address to which the authorization server redirects, on the machine of the operator's browser.
    public var redirectURI: String

    /// Makes a request.
    public init(redirectURI: String) { self.redirectURI = redirectURI }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ToolAuthorizationRequest",
        Self.init,
        .always("redirect_uri", \.redirectURI, as: .nonEmptyText())
    )
}

/// The body of `POST /admin/tools/{server}/authorizations/{state}`.
public struct ToolRedirectRequest: WireRecord {
    /// The whole address to which the authorization server redirected the browser.
    public var redirect: String

    /// Makes a request.
    public init(redirect: String) { self.redirect = redirect }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ToolRedirectRequest",
        Self.init,
        .always("redirect", \.redirect, as: .nonEmptyText())
    )
}
