import Foundation
import Storage
import Testing

@Suite struct ClientUpdateTests {
    private let start = Date(timeIntervalSince1970: 0)

    private func token(_ id: String, expiresAt: Date? = nil) -> ClientTokenRecord {
        ClientTokenRecord(id: id, hash: Data(id.utf8), createdAt: start, expiresAt: expiresAt)
    }

    private func client(_ revision: Int, _ tokens: [ClientTokenRecord] = []) -> ClientRecord {
        ClientRecord(
            id: "1",
            name: "phone",
            scopes: "chat",
            createdAt: start,
            changedAt: start,
            revision: revision,
            tokens: tokens
        )
    }

    @Test(arguments: [nil, 0, 2, 3] as [Int?]) func onlyTheNextRevisionIsAccepted(revision: Int?) {
        let error = #expect(throws: StoreError.self) {
            try ClientUpdate(of: revision.map { client($0) }, to: client(2))
        }
        #expect(error?.code == .conflict)
    }

    @Test func tokensAreAddedRescheduledAndRemoved() throws {
        let stored = client(1, [token("gone"), token("same"), token("later")])
        let new = client(2, [token("new"), token("same"), token("later", expiresAt: start + 9)])
        let update = try ClientUpdate(of: stored, to: new)
        #expect(update.removed == ["gone"])
        #expect(update.rescheduled == [token("later", expiresAt: start + 9)])
        #expect(update.added == [token("new")])
    }
}
