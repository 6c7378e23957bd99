import Accounts
import BenchmarkReport
import FilledPool
import Foundation
import KeyVault
import Secrets
import Storage
import StorageSQLite

/// A number of clients, each with a token, and their usage records in a database on disk.
struct Crowd: Sendable {
    private static let model = "openai:gpt-6.1-terra"

    private let clients: Clients
    private let tokens: [String]
    private let admission: Admission

    /// Makes the clients and reads their usage, which the server does in a client's first turn.
    init(_ count: Int, limits: ClientLimits, booksAt path: String) async throws {
        // Tokens are looked up in memory, wherever they are stored.
        let store = try SQLiteStore(path: nil)
        clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
        admission = try await Admission(
            store: SQLiteStore(path: path),
            prices: PriceTable(parsing: "currency USD\n\(Self.model) input=0.25 cached=0.025 output=2")
        )
        var tokens: [String] = []
        for number in 0..<count {
            let issued = try await clients.create(ClientDraft(name: "\(number)", limits: limits), by: .torii)
            let token = issued.token.withBytes { String(decoding: $0, as: UTF8.self) }
            if let client = clients.authenticate(token).client { _ = try await admission.limitStatuses(of: client) }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// Does the client and key work of a turn, without the turn; successive numbers select different clients.
    func turn(_ number: Int, keyFrom pool: FilledPool) async throws {
        // A prime that divides none of the numbers of clients, so that all clients have turns, and not in the order of their creation.
        guard let client = clients.authenticate(tokens[number &* 7919 % tokens.count]).client else {
            throw BenchmarkFailure("A token is not known.")
        }
        let estimate = TurnEstimate(models: [Self.model], inputTokens: 2000, maxOutputTokens: 1000)
        guard case .admitted(let reservation) = try await admission.admit(client, estimate) else {
            throw BenchmarkFailure("A turn was refused.")
        }
        reservation.markStarted()
        try await pool.lend()
        reservation.settle([
            TurnUsage(model: Self.model, inputTokens: 1500, cachedInputTokens: 500, outputTokens: 200)
        ])
    }

    /// Writes pending usage records, so that they do not affect another measurement.
    func flush() async throws { try await admission.flush() }
}
