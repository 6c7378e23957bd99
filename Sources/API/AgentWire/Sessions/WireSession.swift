#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Who a page acts for, and what it may use: the response of `GET /v1/session` and `GET /admin/session`.
public struct WireSession: WireRecord {
    /// A model that can answer now.
    public struct Model: WireRecord {
        /// The name for requests.
        public var name: String
        /// Whether it answers requests that name no model.
        public var isDefault: Bool

        /// Makes a model.
        public init(name: String, isDefault: Bool) { (self.name, self.isDefault) = (name, isDefault) }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("name", \.name),
            .always("default", \.isDefault, missing: false)
        )
    }

    /// A limit of the client.
    public struct Limit: WireRecord {
        /// The limit's name, such as `tokens-per-day`.
        public var name: String
        /// The size of the limit; money in millionths.
        public var quota: Int
        /// The amount that is neither spent nor reserved.
        public var remaining: Int
        /// The seconds until all of it is available again; `nil` if that is unknown.
        public var resetSeconds: Int?

        /// Makes a limit.
        public init(name: String, quota: Int, remaining: Int, resetSeconds: Int?) {
            (self.name, self.quota, self.remaining, self.resetSeconds) = (name, quota, remaining, resetSeconds)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("name", \.name, "Such as `tokens-per-day`."),
            .always("quota", \.quota),
            .always("remaining", \.remaining),
            .maybe("reset_seconds", \.resetSeconds)
        )
    }

    /// The client's id.
    public var client: String
    /// The id of the user that the request is sent for; `nil` for the client itself.
    public var user: String?
    /// The client's name.
    public var name: String
    /// The client's scopes.
    public var scopes: [String]
    /// The client's limits, without those of money.
    public var limits: [Limit]
    /// The models that can answer now; empty for an administrator.
    public var models: [Model]
    /// The version of the server.
    public var version: String
    /// The id of the browser's sign-in; `nil` if the request has a token.
    public var session: String?
    /// The time of the sign-in; `nil` if the request has a token.
    public var signedInAt: Date?
    /// The time of the sign-in, or of its last confirmation; `nil` if the request has a token.
    public var confirmedAt: Date?
    /// The time at which the sign-in ends without a further request; `nil` if the request has a token.
    public var expiresAt: Date?
    /// The key that the page sends beside its cookie, only in the response to a sign-in over plain HTTP.
    public var pageKey: String?

    /// Makes a session.
    public init(
        client: String,
        user: String? = nil,
        name: String,
        scopes: [String],
        limits: [Limit] = [],
        models: [Model] = [],
        version: String,
        session: String? = nil,
        signedInAt: Date? = nil,
        confirmedAt: Date? = nil,
        expiresAt: Date? = nil,
        pageKey: String? = nil
    ) {
        (self.client, self.user, self.name, self.scopes) = (client, user, name, scopes)
        self.limits = limits
        (self.models, self.version, self.session, self.signedInAt) = (models, version, session, signedInAt)
        (self.confirmedAt, self.expiresAt, self.pageKey) = (confirmedAt, expiresAt, pageKey)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Session",
        Self.init,
        .always("client", \.client),
        .maybe("user", \.user, "The id of the client's user; missing for the client itself."),
        .always("name", \.name),
        .always("scopes", \.scopes, missing: []),
        .always("limits", \.limits),
        .always("models", \.models),
        .always("version", \.version, "The version of the server."),
        .maybe("session", \.session, "The id of the browser's sign-in; missing with a token."),
        .maybe("signed_in_at", \.signedInAt),
        .maybe("confirmed_at", \.confirmedAt, "The time of the sign-in, or of its last confirmation."),
        .maybe("expires_at", \.expiresAt),
        .maybe(
            "page_key",
            \.pageKey,
            "After a sign-in over plain HTTP: to be sent as Torii-Page-Key beside the cookie."
        )
    )
}
