import SignedTokens
import Storage
import StreamingJSON

/// The settings of an issuer, read: the rules for its tokens, and the place of its keys.
///
/// They are stored and sent as the JSON object that the operator wrote, so that a preset's later corrections apply. Every rule has a
/// binding, and every value is checked before anything is stored.
struct IssuerSettings: Sendable {
    /// The rules.
    let rules: ClaimRules
    /// The keys of the row itself; `nil` if the issuer publishes them, or for a secret.
    let publicKeys: KeySet?
    /// The place of published keys; `nil` for other keys.
    let place: IssuerKeys.Place?
    /// Whether clients of `/mcp` are sent to the issuer for tokens.
    let isForMCP: Bool
    /// Whether the operator has named the claim for plans, so that a token without it names the plan of the user's kind.
    let namesPlans: Bool

    /// The maximum length of the settings, in bytes.
    static let longest = 64 << 10

    /// The members for all kinds, and those of a kind.
    private static let members = ["leeway", "maximum_lifetime", "claims", "require", "mcp"]
    private static let membersOfKind: [IssuerKind: [String]] = [
        .openID: [
            "preset", "tenants", "issuer", "keys", "audiences", "parties", "dedicated", "token", "use", "algorithms",
            "typed",
        ],
        .key: ["public_keys", "algorithms"],
        .secret: [],
    ]
    private static let claims = ["user", "organization", "plan", "scopes", "anonymous"]

    /// Reads settings.
    ///
    /// - Parameters:
    ///   - id: The id of the row, which is the id of a key that has none.
    ///   - client: The id of the client, which is the issuer in tokens of its backend.
    ///   - publicURL: The URL at which clients reach the server; `nil` if the operator has set none.
    /// - Throws: ``AccountsError`` with code `invalidClient`, which names the member and the remedy.
    init(
        _ members: JSONObject,
        id: String,
        client: String,
        kind: IssuerKind,
        publicURL: String?
    ) throws(AccountsError) {
        let known = (Self.membersOfKind[kind] ?? []) + Self.members
        let reader = try SettingsReader(.object(members), at: "settings", known: known)
        isForMCP = try reader.flag("mcp")
        namesPlans = members["claims"]?["plan"] != nil
        let resource = try isForMCP || kind != .openID ? Self.resource(publicURL) : ""
        do {
            var settings =
                try kind == .openID
                ? Self.openID(reader, mcp: isForMCP ? resource + "/mcp" : nil)
                : Self.backend(client, audience: resource, hasSecret: kind == .secret)
            let audience = resource + "/mcp"
            if isForMCP, !settings.audiences.isEmpty,
                !settings.audiences.contains(where: { $0.utf8.elementsEqual(audience.utf8) })
            {
                settings.audiences.append(audience)
            }
            try Self.apply(reader, to: &settings)
            rules = try ClaimRules(settings)
            publicKeys =
                try kind == .key ? KeySet(publicKeys: Self.keys(reader, id: id), algorithms: settings.algorithms) : nil
            place =
                switch settings.keySource {
                case .discovery: .discovery(issuer: settings.issuer)
                case .address(let address): .address(address)
                case .publicKeys, .secret: nil
                }
        } catch let error as SignedTokensError {
            throw AccountsError(.invalidClient, error.description)
        } catch let error as AccountsError {
            throw error
        } catch {
            throw AccountsError(.invalidClient, "The settings of the issuer cannot be read.")
        }
    }

    /// The fault of an issuer whose tokens name the URL of the server, if the server has none.
    static let urlMissing =
        "Tokens for this server name its URL as audience, and it has none. Set TORII_PUBLIC_URL, and restart."

    /// Returns the URL of the server without its last slash, which is the audience of tokens that are made for it.
    private static func resource(_ publicURL: String?) throws(AccountsError) -> String {
        guard let publicURL else {
            throw AccountsError(.invalidClient, urlMissing)
        }
        return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }

    private static func openID(_ reader: SettingsReader, mcp: String?) throws -> ClaimRules.Settings {
        let (tenants, audiences) = (try reader.texts("tenants"), try reader.texts("audiences"))
        let parties = try reader.texts("parties")
        let isDedicated = try reader.flag("dedicated")
        var settings: ClaimRules.Settings
        if let name = try reader.text("preset") {
            guard try reader.text("issuer") == nil else {
                throw AccountsError(.invalidClient, "A preset has its issuer. Remove \"issuer\", or the preset.")
            }
            let preset = try IssuerPreset.named(name)
            do throws(SignedTokensError) {
                settings = try preset.settings(tenants: tenants, audiences: audiences, parties: parties)
            } catch {
                // The resource of /mcp is a binding, if there is no other.
                guard error.code == .unbound, let mcp else { throw error }
                settings = try preset.settings(tenants: tenants, audiences: [mcp], parties: parties)
            }
        } else {
            guard let issuer = try reader.text("issuer") else {
                throw AccountsError(
                    .invalidClient,
                    "The issuer has no name. Add \"preset\" with its tenant, or \"issuer\" as tokens name it in iss."
                )
            }
            settings = ClaimRules.Settings(issuer: issuer)
            (settings.tenants, settings.audiences, settings.parties) = (tenants, audiences, parties)
            if audiences.isEmpty, parties.isEmpty, !isDedicated, let mcp { settings.audiences = [mcp] }
        }
        if isDedicated { settings.isDedicated = true }
        if let address = try reader.text("keys") { settings.keySource = .address(address) }
        if let kind: ClaimRules.Kind = try reader.word("token", "access or id") { settings.kind = kind }
        let use: ClaimRules.Use? = try reader.word("use", "bearer")
        guard use == .bearer || use == nil && settings.use == .bearer else {
            throw AccountsError(
                .invalidClient,
                "Tokens of this preset are meant to be exchanged once, which this server does not offer. If the app can "
                    + "send a new one with each request, set \"use\": \"bearer\"."
            )
        }
        settings.use = .bearer
        settings.requiresAccessTokenType = try reader.flag("typed")
        return settings
    }

    /// Returns the rules for tokens that the app's backend signs.
    private static func backend(_ client: String, audience: String, hasSecret: Bool) throws -> ClaimRules.Settings {
        var settings = ClaimRules.Settings(issuer: client)
        settings.audiences = [audience]
        settings.keySource = hasSecret ? .secret : .publicKeys
        settings.maximumLifetime = 3600
        // The backend writes what it means, so the names need no choice. The operator decides about the rest.
        (settings.plan, settings.organization) = (try ClaimPath("plan"), try ClaimPath("organization"))
        return settings
    }

    /// Applies what every kind of issuer may have.
    private static func apply(_ reader: SettingsReader, to settings: inout ClaimRules.Settings) throws {
        let algorithms = try reader.texts("algorithms")
        if !algorithms.isEmpty {
            settings.algorithms = try algorithms.map { name in
                guard let algorithm = SignatureAlgorithm(rawValue: name) else {
                    let names = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
                    throw AccountsError(
                        .invalidClient,
                        "There is no algorithm \"\(name.excerpt())\". Use some of \(names)."
                    )
                }
                return algorithm
            }
        }
        if let leeway = try reader.seconds("leeway") { settings.leeway = leeway }
        if let lifetime = try reader.seconds("maximum_lifetime") { settings.maximumLifetime = lifetime }
        if let members = try reader.value("claims", "an object", { $0 }) {
            let claims = try SettingsReader(members, at: "settings.claims", known: Self.claims)
            let user = try claims.texts("user")
            if !user.isEmpty { settings.user = try user.map { try ClaimPath($0) } }
            func path(_ name: String, _ place: WritableKeyPath<ClaimRules.Settings, ClaimPath?>) throws {
                if let text = try claims.text(name) { settings[keyPath: place] = try ClaimPath(text) }
            }
            try path("organization", \.organization)
            try path("plan", \.plan)
            try path("scopes", \.scopes)
            if let text = try claims.text("anonymous") {
                settings.anonymous = ClaimRequirement(try ClaimPath(text), oneOf: [true])
            }
        }
        let required = try reader.value("require", "an object", { $0.objectValue }) ?? [:]
        for (name, values) in required {
            let values = values.arrayValue ?? [values]
            guard (1...64).contains(values.count) else {
                throw AccountsError(
                    .invalidClient,
                    "\"require\" has no value, or more than 64, for \"\(name.excerpt())\"."
                )
            }
            settings.requirements.append(ClaimRequirement(try ClaimPath(name), oneOf: values))
        }
        guard settings.requirements.count <= 32 else {
            throw AccountsError(.invalidClient, "\"require\" has more than 32 claims. Require those that decide.")
        }
    }

    /// Returns the public keys of a backend; a key without an id has that of the row.
    private static func keys(_ reader: SettingsReader, id: String) throws -> [(keyID: String?, text: String)] {
        guard let list = try reader.value("public_keys", "a list", { $0.arrayValue }) else {
            throw AccountsError(
                .invalidClient,
                "The issuer has no \"public_keys\". Add the backend's public key as PEM or JWK."
            )
        }
        return try list.map { value -> (keyID: String?, text: String) in
            if let text = value.stringValue { return (id, text) }
            let key = try SettingsReader(value, at: "settings.public_keys", known: ["kid", "key"])
            guard let text = try key.text("key") else {
                throw AccountsError(.invalidClient, "One of \"public_keys\" has no \"key\". Add it as PEM or JWK.")
            }
            return (try key.text("kid") ?? id, text)
        }
    }
}

extension SettingsReader {
    fileprivate func flag(_ name: String) throws(AccountsError) -> Bool {
        try value(name, "true or false") { $0.boolValue } ?? false
    }

    fileprivate func text(_ name: String) throws(AccountsError) -> String? {
        try value(name, "a text") { value in value.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Returns the texts of a member that is a text or a list of texts; none if it is missing.
    fileprivate func texts(_ name: String) throws(AccountsError) -> [String] {
        let texts = try value(name, "a text, or a list of at most 64 texts") { value -> [String]? in
            let values = value.arrayValue ?? [value]
            let texts = values.compactMap(\.stringValue)
            return texts.count == values.count && texts.count <= 64 ? texts : nil
        }
        return texts ?? []
    }

    fileprivate func seconds(_ name: String) throws(AccountsError) -> Int? {
        try value(name, "a whole number of seconds") { $0.intValue }
    }

    fileprivate func word<Word: RawRepresentable<String>>(
        _ name: String,
        _ expected: String
    ) throws(AccountsError) -> Word? {
        try value(name, expected) { value in value.stringValue.flatMap { Word(rawValue: $0) } }
    }
}
