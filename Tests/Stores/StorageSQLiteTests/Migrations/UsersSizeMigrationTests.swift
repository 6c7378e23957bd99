import Foundation
import GRDB
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

@Suite struct UsersSizeMigrationTests: SizeFixture {
    @Test func dataOfUsersOfAnOlderVersionCounts() async throws {
        try await TemporaryFolder().with { folder async throws in
            let path = folder + "/torii.sqlite"
            let store = try SQLiteStore(path: path)
            // The schema is changed back to that of version 30.
            try await store.write { db in
                try db.execute(
                    sql: """
                        DROP TRIGGER clientSizeOfUserAdded; DROP TRIGGER clientSizeOfUserChanged;
                        DROP TRIGGER clientSizeOfUserRemoved; DROP TRIGGER healthSampleCountOfUserAdded;
                        DROP TRIGGER healthSampleCountOfUserChanged; DROP TRIGGER healthSampleCountOfUserRemoved;
                        DROP TABLE usersSize;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '31 %' OR identifier LIKE '33 %'
                        """
                )
            }
            for (id, owner) in [("a", "app/anna"), ("b", "app/ben"), ("c", "app")] as [(String, Owner)] {
                try await store.commitTurn(
                    conversation(id, owner: owner),
                    appending: entries(["123"]),
                    expectedCount: 0
                )
            }
            try store.close()
            let migrated = try SQLiteStore(path: path)
            #expect(try await migrated.size(of: nil, owner: "app").clientBytes == 9)
            let sums = try await migrated.read { db in
                try String.fetchAll(db, sql: "SELECT client || ' ' || byteCount FROM usersSize")
            }
            #expect(sums == ["app 6"])
        }
    }
}
