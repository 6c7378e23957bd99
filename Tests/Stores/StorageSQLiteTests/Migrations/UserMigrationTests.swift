import Foundation
import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct UserMigrationTests {
    @Test func clientsOfAnOlderVersionHaveNoUsers() async throws {
        try await TemporaryFolder().with { folder async throws in
            let path = folder + "/torii.sqlite"
            let time = Date(timeIntervalSince1970: 1000)
            let client = ClientRecord(id: "app", name: "app", scopes: "chat", createdAt: time, changedAt: time)
            let reservation = ReservationRecord(
                id: "1",
                client: "app",
                day: "2026-11-29",
                model: "m",
                inputTokens: 1,
                outputTokens: 1,
                money: .zero
            )
            let store = try SQLiteStore(path: path)
            try await store.addClient(client, audit: .none)
            try await store.apply(UsageChanges(reserved: [reservation]))
            // The schema is changed back to that of version 26.
            try await store.write { db in
                try db.execute(
                    sql: """
                        DROP TABLE erasedUser;
                        DROP TABLE erasedUsage; DROP TABLE newUserCount; DROP TABLE userUsage; DROP TABLE userIdentity; DROP TABLE endUser;
                        ALTER TABLE client DROP COLUMN users;
                        ALTER TABLE client DROP COLUMN usersValidFrom;
                        ALTER TABLE reservation DROP COLUMN owner;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '27 %';
                        """
                )
            }
            try store.close()
            let migrated = try SQLiteStore(path: path)
            #expect(try await migrated.clients().records == [client])
            #expect(try await migrated.reservations() == [reservation])
            #expect(try await !migrated.hasUsers(of: "app"))
            try migrated.close()
        }
    }
}
