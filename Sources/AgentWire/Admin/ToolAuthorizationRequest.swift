public import StreamingJSON

/// The body of `POST /admin/tools/{server}/authorizations`.
public struct ToolAuthorizationRequest: WireValue {
    /// The address to which the authorization server redirects, on the machine of the operator's browser.
    public var redirectURI: String

    /// Makes a request.
    public init(redirectURI: String) { self.redirectURI = redirectURI }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["redirect_uri"])
        redirectURI = fields.requiredString("redirect_uri")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue { ["redirect_uri": .string(redirectURI)] }
}

/// The body of `POST /admin/tools/{server}/authorizations/{state}`.
public struct ToolRedirectRequest: WireValue {
    /// The whole address to which the authorization server redirected the browser.
    public var redirect: String

    /// Makes a request.
    public init(redirect: String) { self.redirect = redirect }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["redirect"])
        redirect = fields.requiredString("redirect")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue { ["redirect": .string(redirect)] }
}
