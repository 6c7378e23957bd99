import AgentWire
import ArgumentParser
import FileReading
import Foundation
import StreamingJSON
import ToriiApp

/// `torii issuers add`: a new issuer of a client.
struct IssuersAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an issuer whose tokens name users of a client, after reading its keys.",
        discussion: """
            An OpenID provider: torii issuers add phone login --preset auth0 --tenant example.eu.auth0.com --audience https://api.example. \
            An app's backend: torii issuers add phone backend --public-key backend.pem. Every issuer is bound to an audience or a party, \
            because it also issues tokens for other apps.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @Argument(help: "A name for the issuer, unique within the client.")
    var name: String

    @Option(
        help: "A known provider: auth0, clerk, cognito, entra, firebase, google, apple, keycloak, okta or supabase."
    )
    var preset: String?

    @Option(help: "The tenant of the preset, such as example.eu.auth0.com. Repeat it for several of Entra.")
    var tenant: [String] = []

    @Option(help: "The issuer as tokens name it in iss, in place of a preset.")
    var issuer: String?

    @Option(help: "The address of its key set. Default: that of its discovery document.")
    var keys: String?

    @Option(help: "An audience (aud) that tokens must have. Repeat it for several.")
    var audience: [String] = []

    @Option(help: "A client id of the issuer (azp, client_id) that tokens must have. Repeat it for several.")
    var party: [String] = []

    @Flag(help: "The issuer serves this app only.")
    var dedicated = false

    @Option(help: "The kind of token: access or id. Default: access, or that of the preset.")
    var token: String?

    @Flag(help: "Accept with each request what the preset's apps usually exchange once.")
    var bearer = false

    @Option(help: "A file with a public key of the app's backend, as PEM or JWK. Repeat it for several.")
    var publicKey: [String] = []

    @Flag(help: "Let the server make a secret with which the app's backend signs.")
    var secret = false

    @Option(help: "The place of a claim, such as plan=https://app/plan; user, organization, plan, scopes or anonymous.")
    var claim: [String] = []

    @Option(help: "A claim that tokens must have, such as realm_access.roles=chat. Repeat it for several values.")
    var require: [String] = []

    @Option(help: "An algorithm, such as ES256. Repeat it for several. Default: those of the keys.")
    var algorithm: [String] = []

    @Option(help: "The difference of clocks that is accepted, in seconds. Default: 30.")
    var leeway: Int?

    @Option(help: "The longest validity of a token, in seconds. Default: 86400, or 3600 for a backend.")
    var maximumLifetime: Int?

    @Flag(help: "Send MCP clients to the issuer for tokens, and accept those for this server's /mcp.")
    var mcp = false

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard !secret || publicKey.isEmpty else {
            throw ValidationError("--secret and --public-key exclude each other: a backend signs with one of them.")
        }
        guard secret || !publicKey.isEmpty, let option = optionOfProviders else { return }
        throw ValidationError(
            "\(option) is for OpenID providers, and cannot be beside \(secret ? "--secret" : "--public-key"). "
                + "A backend's tokens have the client's id as issuer and this server's URL as audience."
        )
    }

    /// The first given option that an app's backend does not have; `nil` if there is none.
    private var optionOfProviders: String? {
        let given = [
            ("--preset", preset != nil), ("--tenant", !tenant.isEmpty), ("--issuer", issuer != nil),
            ("--keys", keys != nil), ("--audience", !audience.isEmpty), ("--party", !party.isEmpty),
            ("--dedicated", dedicated), ("--token", token != nil), ("--bearer", bearer),
            ("--algorithm", secret && !algorithm.isEmpty),
        ]
        return given.first { $0.1 }?.0
    }

    func run() async throws {
        let request = IssuerRequest(name: name, kind: kind, settings: .object(try settings()))
        try await options.withAdmin { admin in
            let client = try await admin.client(client)
            let call = AdminClient.Call(.post, "clients", client.id, "issuers", body: request.jsonValue)
            try options.print(try await admin.send(call, as: WireIssuerReply.self)) { answer in
                var lines = [IssuersCheckCommand.text(answer.issuer)]
                if let secret = answer.secret { lines.append("Its secret, printed only once: \(secret.shown)") }
                if answer.issuer.kind != .openID { lines += Self.sample(of: answer.issuer) }
                return lines.joined(separator: "\n")
            }
        }
    }

    private var kind: WireIssuer.Kind { secret ? .secret : publicKey.isEmpty ? .openID : .key }

    /// Returns the settings of the options, as they are stored.
    private func settings() throws -> JSONObject {
        var settings = JSONObject()
        func set(_ name: String, _ text: String?) { if let text { settings[name] = .string(text) } }
        func set(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { settings[name] = .array(texts.map(JSONValue.string)) }
        }
        func set(_ name: String, _ number: Int?) { if let number { settings[name] = .integer(number) } }
        func set(_ name: String, _ flag: Bool) { if flag { settings[name] = true } }
        set("preset", preset)
        set("tenants", tenant)
        set("issuer", issuer)
        set("keys", keys)
        set("audiences", audience)
        set("parties", party)
        set("dedicated", dedicated)
        set("token", token)
        set("use", bearer ? "bearer" : nil)
        set("public_keys", try publicKey.map(Self.text))
        set("algorithms", algorithm)
        set("leeway", leeway)
        set("maximum_lifetime", maximumLifetime)
        set("mcp", mcp)
        let claims = try Self.pairs(claim, option: "claim")
        if !claims.isEmpty {
            settings["claims"] = .object(
                JSONObject(claims.map { ($0.key, $0.value.count == 1 ? $0.value[0] : .array($0.value)) })
            )
        }
        let required = try Self.pairs(require, option: "require")
        if !required.isEmpty {
            settings["require"] = .object(JSONObject(required.map { ($0.key, .array($0.value)) }))
        }
        return settings
    }

    /// Returns the values of each name, in the order of the names.
    private static func pairs(_ texts: [String], option: String) throws -> [(key: String, value: [JSONValue])] {
        var pairs: [(key: String, value: [JSONValue])] = []
        for text in texts {
            // The last sign separates, because a claim may be an address with a query.
            guard let sign = option == "claim" ? text.firstIndex(of: "=") : text.lastIndex(of: "="),
                sign > text.startIndex, text.index(after: sign) < text.endIndex
            else { throw ValidationError("--\(option) has the form name=value; '\(text)' has not.") }
            let (name, value) = (String(text[..<sign]), JSONValue.string(String(text[text.index(after: sign)...])))
            if let index = pairs.firstIndex(where: { $0.key == name }) {
                pairs[index].value.append(value)
            } else {
                pairs.append((name, [value]))
            }
        }
        return pairs
    }

    /// Returns the text of a file with a public key.
    private static func text(of file: String) throws -> String {
        do throws(RegularFile.Fault) { return try RegularFile.text(of: file, upTo: 16 << 10, isPipeRead: true) } catch {
            throw CommandFailure("The file '\(file)' \(error).")
        }
    }

    /// Returns the header and the claims that the backend signs, with times of now.
    private static func sample(of issuer: WireIssuer) -> [String] {
        let time = Int(Date().timeIntervalSince1970)
        let header: JSONValue = [
            "alg": .string(issuer.keys.first?.algorithms.first ?? "ES256"), "kid": .string(issuer.keys.first?.id ?? ""),
        ]
        let claims: JSONValue = [
            "iss": .string(issuer.issuer ?? ""), "aud": .string(issuer.audiences.first ?? ""), "sub": "the user's id",
            "iat": .integer(time), "exp": .integer(time + 600),
        ]
        return [
            "Sign tokens with the header \(header.serialized())",
            "and the claims \(claims.serialized()), where iat is the time of signing and exp the end, in seconds.",
        ]
    }
}
