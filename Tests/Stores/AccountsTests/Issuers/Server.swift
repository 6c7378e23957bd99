import Foundation
import KeyVault
import KeyVaultFixtures
import Secrets
import SignedTokens
import SigningIssuers
import Storage
import StorageSQLite
import StreamingJSON

@testable import Accounts

/// A server with one client, whose issuer is a scripted one.
struct Server {
    let time = TestTime()
    let signer: SigningIssuer
    let reader: ScriptedReader
    let store: SQLiteStore
    let clients: Clients
    let issuers: Issuers
    let client: String
    let actor = AuditActor(name: "admin:test")

    init(signer: SigningIssuer = SigningIssuer(), expiresAfter seconds: Double? = nil) async throws {
        self.signer = signer
        reader = ScriptedReader([signer.jwk])
        store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random(), now: { [time] in time.now })
        clients = try await Clients(store: store, vault: vault)
        issuers = try await Issuers(
            store: store,
            vault: vault,
            reader: reader,
            publicURL: SigningIssuer.audience,
            // The keys age with the time of the test.
            monotonic: { [time, start = ContinuousClock.now] in
                start + .seconds(time.now.timeIntervalSince1970 - 1_795_000_000)
            }
        )
        issuers.attach(to: clients)
        let draft = ClientDraft(
            name: "app",
            scopes: [.chat, .allTools],
            expiresAt: seconds.map { [time] in time.now + $0 }
        )
        client = try await clients.create(draft, by: actor).client.id
        let users = UserSettings(scopes: [.chat, .allTools], plans: ["pro": PlanSettings(numbers: [:])])
        try await clients.setUsers(users, of: client, revision: nil, by: actor)
    }

    static let settings: JSONObject = [
        "issuer": .string(SigningIssuer.issuer), "audiences": .string(SigningIssuer.audience),
    ]

    @discardableResult
    func add(
        _ settings: JSONObject = Server.settings,
        name: String = "login",
        kind: IssuerKind = .openID
    ) async throws -> (issuer: IssuerDescription, secret: SecretString?) {
        try await issuers.add(IssuerDraft(name: name, kind: kind, settings: settings), to: client, by: actor)
    }

    /// Returns the issuers as another process reads them.
    func restarted() async throws -> Issuers {
        try await Issuers(
            store: store,
            vault: issuers.vault,
            reader: reader,
            publicURL: SigningIssuer.audience
        )
    }

    func token(_ claims: JSONObject = [:], header: JSONObject = [:]) throws -> String {
        try signer.token(claims, header: header, at: time.now)
    }

    func trial(_ token: String) async throws -> TokenTrial {
        try await issuers.trial(of: token, for: client, by: clients)
    }

    func authenticate(_ token: String) async throws -> Authentication? {
        try await clients.authenticate(signed: token)
    }
}
