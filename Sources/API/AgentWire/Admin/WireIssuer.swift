#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets
public import StreamingJSON

/// An issuer of tokens for the users of a client, for administrators.
public struct WireIssuer: WireRecord, WireElement {
    /// `issuers`.
    public static var listName: String { "issuers" }

    /// The kinds of issuers.
    public enum Kind: String, Sendable, CaseIterable, WireWord {
        /// An OpenID provider, or another server that publishes its keys.
        case openID = "openid"
        /// The app's backend, which signs with private keys and sends only the public ones.
        case key
        /// The app's backend with a secret that the server made.
        case secret
    }

    /// A key in use.
    public struct Key: WireRecord {
        /// The id by which tokens name it; `nil` if it has none.
        public var id: String?
        /// The names of its algorithms.
        public var algorithms: [String]

        /// Makes a key.
        public init(id: String?, algorithms: [String]) { (self.id, self.algorithms) = (id, algorithms) }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("kid", \.id, "The id by which tokens name it."),
            .always("algorithms", \.algorithms)
        )
    }

    /// The id.
    public var id: String
    /// The name, unique within the client.
    public var name: String
    /// The kind.
    public var kind: Kind
    /// The settings, without secrets.
    public var settings: JSONValue
    /// The issuer as tokens name it; `nil` if the settings cannot be used.
    public var issuer: String?
    /// The audiences that bind its tokens.
    public var audiences: [String]
    /// The keys in use.
    public var keys: [Key]
    /// The seconds since published keys were read; `nil` if they were not, and for keys of the settings.
    public var keysAge: Int?
    /// The faults that keep tokens from being accepted, or will.
    public var warnings: [String]
    /// The time at which it was added.
    public var createdAt: Date
    /// The time of its last change.
    public var changedAt: Date
    /// The number of its changes.
    public var revision: Int

    /// Makes a description.
    public init(
        id: String,
        name: String,
        kind: Kind,
        settings: JSONValue,
        issuer: String?,
        audiences: [String],
        keys: [Key],
        keysAge: Int?,
        warnings: [String],
        createdAt: Date,
        changedAt: Date,
        revision: Int
    ) {
        (self.id, self.name, self.kind, self.settings, self.issuer) = (id, name, kind, settings, issuer)
        (self.audiences, self.keys, self.keysAge, self.warnings) = (audiences, keys, keysAge, warnings)
        (self.createdAt, self.changedAt, self.revision) = (createdAt, changedAt, revision)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Issuer",
        Self.init,
        .always("id", \.id),
        .always("name", \.name),
        .always("kind", \.kind),
        .always("settings", \.settings, as: .anyObject()),
        .always("issuer", \.issuer, "As tokens name it in `iss`."),
        .always("audiences", \.audiences),
        .always("keys", \.keys),
        .always("keys_age_seconds", \.keysAge, "Since published keys were read."),
        .always("warnings", \.warnings),
        .always("created_at", \.createdAt),
        .always("changed_at", \.changedAt),
        .always("revision", \.revision)
    )
}

/// The answer to a change of an issuer.
public struct WireIssuerReply: WireRecord {
    /// The issuer as it is now.
    public var issuer: WireIssuer
    /// The secret with which the backend signs, if the request made one: the one answer that has it.
    public var secret: SecretString?

    /// Makes an answer.
    public init(issuer: WireIssuer, secret: SecretString? = nil) { (self.issuer, self.secret) = (issuer, secret) }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("issuer", \.issuer),
        .maybe("secret", \.secret, "Shown only once.")
    )
}

/// The body of `POST /admin/clients/{client}/issuers`.
public struct IssuerRequest: WireRecord {
    /// The name, unique within the client.
    public var name: String
    /// The kind.
    public var kind: WireIssuer.Kind
    /// The settings.
    public var settings: JSONValue

    /// Makes a request.
    public init(name: String, kind: WireIssuer.Kind, settings: JSONValue) {
        (self.name, self.kind, self.settings) = (name, kind, settings)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "NewIssuer",
        Self.init,
        .always("name", \.name, as: .nonEmptyText(), read: .nonEmpty),
        .always("kind", \.kind, missing: .openID),
        .always("settings", \.settings, as: .anyObject(), missing: .object(JSONObject()))
    )
}

/// The body of `PATCH /admin/clients/{client}/issuers/{issuer}`: the fields to change.
public struct IssuerChangeRequest: WireRecord {
    /// The new name.
    public var name: String?
    /// The members of the settings that change (RFC 7396); `null` removes one.
    public var settings: JSONValue?
    /// The revision that the caller has read; `nil` for whatever it is.
    public var revision: Int?

    /// Makes a request.
    public init(name: String? = nil, settings: JSONValue? = nil, revision: Int? = nil) {
        (self.name, self.settings, self.revision) = (name, settings, revision)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "IssuerChange",
        Self.init,
        .maybe("name", \.name),
        .maybe(
            "settings",
            \.settings,
            as: .anyObject("The members that change; `null` removes one, and objects in it are merged (RFC 7396).")
        ),
        .maybe("revision", \.revision, "If the issuer has another one, nothing changes.")
    )
}

/// The body of `POST /admin/clients/{client}/issuers/test`.
public struct IssuerTrialRequest: WireRecord {
    /// The token.
    public var token: SecretString

    /// Makes a request.
    public init(token: SecretString) { self.token = token }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("token", \.token, as: .nonEmptyText(), read: .secret)
    )
}

/// The result of a trial of a token.
public struct WireIssuerTrial: WireRecord {
    /// Whether the token is accepted.
    public var isAccepted: Bool
    /// The name of the issuer that the token is for; `nil` if it is for none.
    public var issuer: String?
    /// A line for each step that was checked, the last one with the fault and its remedy.
    public var steps: [String]
    /// After all steps, lines about the user, plan, organization and scopes of a request, or about its refusal.
    public var result: [String]

    /// Makes a result.
    public init(isAccepted: Bool, issuer: String?, steps: [String], result: [String]) {
        (self.isAccepted, self.issuer, self.steps, self.result) = (isAccepted, issuer, steps, result)
    }

    package static let fields: Fields<Self> = Fields(
        named: "IssuerTrial",
        Self.init,
        .always("accepted", \.isAccepted),
        .always("issuer", \.issuer, "The name of the issuer that the token is for."),
        .always("steps", \.steps),
        .always("result", \.result, "After all steps: what a request would have, or why it is refused.")
    )
}
