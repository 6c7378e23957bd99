#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page that browsers sign in to.
public enum WebPage: String, Sendable, CaseIterable, WireWord {
    /// The chat page.
    case chat
    /// The operator's console.
    case console
}

/// The sign-in of a browser.
public struct WireSignIn: WireRecord, WireElement {
    /// The member of a reply that has a list of sign-ins.
    public static var listName: String { "sessions" }

    /// The id.
    public var id: String
    /// The page.
    public var page: WebPage
    /// The client's id.
    public var client: String
    /// The client's name; `nil` if the client is gone.
    public var name: String?
    /// The browser, as it named itself.
    public var agent: String
    /// The time of the sign-in.
    public var createdAt: Date
    /// The time of the latest request.
    public var usedAt: Date
    /// The time at which it ends without a further request.
    public var expiresAt: Date

    /// Makes a sign-in.
    public init(
        id: String,
        page: WebPage,
        client: String,
        name: String?,
        agent: String,
        createdAt: Date,
        usedAt: Date,
        expiresAt: Date
    ) {
        (self.id, self.page, self.client, self.name) = (id, page, client, name)
        (self.agent, self.createdAt, self.usedAt, self.expiresAt) = (agent, createdAt, usedAt, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        named: "SignIn",
        Self.init,
        .always("id", \.id),
        .always("page", \.page),
        .always("client", \.client),
        .always("name", \.name),
        .always("agent", \.agent, "The browser, as it named itself."),
        .always("created_at", \.createdAt),
        .always("used_at", \.usedAt),
        .always("expires_at", \.expiresAt)
    )
}

/// A one-time code with which a browser signs in.
public struct WireSignInCode: WireRecord {
    /// The code.
    public var code: String
    /// The page.
    public var page: WebPage
    /// The name of the client that signs in.
    public var name: String
    /// The time at which the code expires.
    public var expiresAt: Date

    /// Makes a code.
    public init(code: String, page: WebPage, name: String, expiresAt: Date) {
        (self.code, self.page, self.name, self.expiresAt) = (code, page, name, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        named: "SignInCode",
        Self.init,
        .always("code", \.code),
        .always("page", \.page),
        .always("name", \.name, "The client that signs in."),
        .always("expires_at", \.expiresAt)
    )
}
