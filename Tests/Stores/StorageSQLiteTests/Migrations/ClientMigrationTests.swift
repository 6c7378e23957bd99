import Foundation
import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct ClientMigrationTests {
    @Test func tokensOfAnOlderVersionBecomeClientsWithTheScopesOfTheirKind() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            // The schema is changed back to that of version 2.
            try await SQLiteStore(path: path).write { db in
                try db.execute(
                    sql: """
                        DROP TABLE accessToken; DROP TABLE client; DROP TABLE usage; DROP TABLE reservation;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '5 %';
                        CREATE TABLE clientToken (
                            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                            id TEXT NOT NULL UNIQUE,
                            name TEXT NOT NULL,
                            kind TEXT NOT NULL,
                            hash BLOB NOT NULL UNIQUE,
                            createdAt INTEGER NOT NULL
                        ) STRICT;
                        INSERT INTO clientToken (id, name, kind, hash, createdAt) VALUES
                            ('z', 'phone', 'client', x'01', 1000), ('a', 'first start', 'admin', x'02', 2000),
                            ('x', 'from elsewhere', 'robot', x'03', 3000);
                        """
                )
            }
            let clients = try await SQLiteStore(path: path).clients().records
            #expect(clients.map(\.id) == ["z", "a", "x"])
            #expect(clients.map(\.name) == ["phone", "first start", "from elsewhere"])
            #expect(clients.map(\.scopes) == ["chat extract tools:*", "admin:clients admin:keys admin:read", ""])
            #expect(clients.map(\.limits) == [.none, .none, .none])
            #expect(clients.map(\.createdAt.timeIntervalSince1970) == [1, 2, 3])
            #expect(clients.map(\.tokens.count) == [1, 1, 1])
            #expect(clients.map { $0.tokens.first?.hash } == [Data([1]), Data([2]), Data([3])])
            #expect(clients.allSatisfy { $0.tokens.first?.expiresAt == nil && $0.expiresAt == nil })
        }
    }
}
