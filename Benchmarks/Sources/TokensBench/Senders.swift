import Accounts
import BenchmarkReport
import KeyVault
import Secrets
import Storage
import StorageSQLite
import StoredValues
import StreamingJSON
import ToolRecords

/// A client with users, and the tokens by which requests name them.
struct Senders: Sendable {
    /// A way to name the sender.
    enum Way: CaseIterable {
        /// The token of the client alone.
        case opaque
        /// The token of the client with a user beside it, as `Torii-User` names it.
        case header
        /// The token of a user by its issuer.
        case signed
    }

    private let clients: Clients
    private let signer: Signer
    /// The token of the client.
    private let token: String
    private let users: [String]
    /// A signed token of each user.
    private let signedTokens: [String]

    /// Makes the client and its issuer, in a database in memory; a user is created by its first request.
    init(users count: Int) async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        let signer = Signer()
        clients = try await Clients(store: store, vault: vault)
        let issuers = try await Issuers(store: store, vault: vault, reader: signer, publicURL: nil)
        issuers.attach(to: clients)
        let draft = ClientDraft(name: "app", scopes: Scope.forClients.union([Scope.users]))
        let issued = try await clients.create(draft, by: .torii)
        try await clients.setUsers(UserSettings(), of: issued.client.id, revision: nil, by: .torii)
        let settings: JSONObject = [
            "issuer": .string(Signer.issuer), "keys": .string(Signer.keys), "audiences": .string(Signer.audience),
        ]
        let issuer = IssuerDraft(name: "login", kind: .openID, settings: settings)
        _ = try await issuers.add(issuer, to: issued.client.id, by: .torii)
        token = issued.token.withBytes { String(decoding: $0, as: UTF8.self) }
        let users = (0..<count).map { "user-\($0)" }
        signedTokens = try users.map { try signer.token(of: $0, id: 0) }
        (self.signer, self.users) = (signer, users)
    }

    /// The length of a signed token, in bytes.
    var signedLength: Int { signedTokens[0].utf8.count }

    /// Finds the sender of a request; successive numbers select different users.
    func find(_ way: Way, _ number: Int) async throws {
        let place = number % users.count
        switch way {
        case .opaque: _ = try await holder(of: token)
        case .header:
            let client = try await holder(of: token)
            _ = try await clients.users.principal(
                of: client,
                identity: UserIdentity(issuer: UserIdentity.backend, subject: users[place])
            )
        case .signed: _ = try await holder(of: signedTokens[place])
        }
    }

    /// Returns the holder of a token, which is looked up in the order of the server (`FailedAuthentications`).
    @discardableResult
    func holder(of presented: String) async throws -> Principal {
        var result = try await clients.authenticate(signed: presented)
        if result == nil { result = clients.authenticate(presented) }
        guard let holder = result?.client else { throw BenchmarkFailure("A token was refused.") }
        return holder
    }

    /// Returns signed tokens of the users that no request has had.
    func newTokens(_ count: Int) throws -> [String] {
        try (0..<count).map { try signer.token(of: users[$0 % users.count], id: $0 + 1) }
    }
}
