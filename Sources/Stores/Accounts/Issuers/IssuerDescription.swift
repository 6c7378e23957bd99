public import FoundationEssentials
import SignedTokens
public import Storage
public import StreamingJSON

/// An issuer with the state of its keys, for administrators.
public struct IssuerDescription: Sendable {
    /// A key that is in use.
    public struct Key: Sendable, Equatable {
        /// The id by which tokens name it; `nil` if it has none.
        public var id: String?
        /// The names of its algorithms.
        public var algorithms: [String]
    }

    /// The id.
    public var id: String
    /// The id of the client whose users it names.
    public var client: String
    /// The name, unique within the client.
    public var name: String
    /// The kind.
    public var kind: IssuerKind
    /// The times at which it was added and last changed.
    public var createdAt, changedAt: Date
    /// The number of its changes.
    public var revision: Int
    /// The settings as the operator wrote them.
    public var settings: JSONObject
    /// The issuer as tokens name it in `iss`; `nil` if the settings cannot be used.
    public var issuer: String?
    /// The audiences that bind its tokens.
    public var audiences: [String]
    /// The keys in use.
    public var keys: [Key]
    /// The time since published keys were read; `nil` if they were not, and for keys of the issuer's row.
    public var keysAge: Duration?
    /// The faults that keep tokens from being accepted, or will, in full sentences.
    public var warnings: [String]
    /// Whether it cannot be used for want of the server's URL, which another process may have.
    public var lacksPublicURL: Bool

    init(_ row: Issuers.Row) {
        (id, client, name, kind) = (row.record.id, row.record.client, row.record.name, row.record.kind)
        (createdAt, changedAt, revision) = (row.record.createdAt, row.record.changedAt, row.record.revision)
        settings = (try? JSONValue(parsing: row.record.settings))?.objectValue ?? [:]
        issuer = row.settings?.rules.settings.issuer
        audiences = row.settings?.rules.settings.audiences ?? []
        let state = row.settings == nil ? IssuerKeys.State() : row.keys.state
        keys = (state.keys?.keys ?? []).map { Key(id: $0.keyID, algorithms: $0.algorithms.map(\.rawValue)) }
        keysAge = state.age
        lacksPublicURL = row.fault == IssuerSettings.urlMissing
        warnings = [row.fault, state.fault?.description].compactMap(\.self)
        if state.isStale, state.fault != nil {
            warnings.append("The keys are older than their server allows, because newer ones could not be read.")
        }
        guard let set = state.keys else { return }
        if set.keys.isEmpty { warnings.append("The issuer has no usable key, so no token of it is accepted.") }
        warnings += set.leftOut.map { key in
            let name = key.keyID.map { "\"\($0)\"" } ?? "without an id"
            return "The key \(name) \(key.reason), and is left out."
        }
        warnings += set.repeatedKeyIDs.map {
            "Several keys have the id \"\($0.excerpt())\", so tokens that fit two of them are refused."
        }
    }
}

/// A new issuer.
public struct IssuerDraft: Sendable {
    /// The name for people.
    public var name: String
    /// The kind.
    public var kind: IssuerKind
    /// The settings; see `Documentation/AcceptTokensOfIssuers.md`.
    public var settings: JSONObject

    /// Makes a draft.
    public init(name: String, kind: IssuerKind, settings: JSONObject) {
        (self.name, self.kind, self.settings) = (name, kind, settings)
    }
}

/// The result of a trial of a token.
public struct TokenTrial: Sendable {
    /// Whether the token is accepted.
    public var isAccepted: Bool
    /// The name of the issuer's row that the token is for; `nil` if it is for none.
    public var issuer: String?
    /// One line for each step that was checked, the last one with the fault and its remedy.
    public var lines: [String]
    /// After all steps, lines about the user, plan, organization and scopes of a request, or about its refusal.
    public var result: [String] = []
}
