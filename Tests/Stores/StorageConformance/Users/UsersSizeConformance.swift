import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

/// The sum of the stored data of all users of a client, which the limits of the client are checked against.
@Suite(.timeLimit(.minutes(2))) struct UsersSizeConformance: SizeFixture {
    private func samples(_ numbers: Range<Int>) -> [HealthSampleRecord] {
        numbers.map { HealthSampleRecord(metric: "step_count", start: start + Double($0), unit: "count", value: 1) }
    }

    @Test(arguments: StoreOpener.allCases)
    func theSumOfAClientHasThatOfItsUsers(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func sizes(_ owner: Owner) async throws -> [Int?] {
                let size = try await store.size(of: nil, owner: owner)
                return [size.clientBytes, size.userBytes]
            }
            for (id, owner) in [("a", "app/anna"), ("b", "app/ben"), ("c", "app"), ("d", "other/anna")]
                as [(String, Owner)]
            {
                try await store.commitTurn(
                    conversation(id, owner: owner),
                    appending: entries(["12345"]),
                    expectedCount: 0
                )
            }
            try await store.commitTurn(
                conversation("a", owner: "app/anna"),
                appending: entries(["123"]),
                expectedCount: 1
            )
            #expect(try await sizes("app/anna") == [18, 8])
            #expect(try await sizes("app/ben") == [18, 5])
            #expect(try await sizes("app/carl") == [18, 0])
            #expect(try await sizes("app") == [18, nil])
            #expect(try await sizes("other") == [5, nil])
            #expect(try await store.deleteConversation("b"))
            #expect(try await sizes("app") == [13, nil])
            // An erased user leaves nothing in the sum, and an erased client no sum.
            try await store.beginErasure(.everything, of: "app/anna", at: start)
            _ = try await store.erase(.everything, of: "app/anna")
            #expect(try await sizes("app/ben") == [5, 0])
            try await store.beginErasure(.everything, of: "app", at: start)
            _ = try await store.erase(.everything, of: "app")
            #expect(try await sizes("app/ben") == [0, 0])
        }
    }

    /// The samples of all users share the limit of the client; each has its own besides.
    @Test(arguments: StoreOpener.allCases)
    func samplesShareTheLimitOfTheClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func refused(_ numbers: Range<Int>, _ owner: Owner, ownLimit: Int? = nil) async throws -> Int {
                try await store.storeHealthSamples(samples(numbers), of: owner, limit: 5, ownLimit: ownLimit).refused
            }
            #expect(try await refused(0..<4, "app/anna", ownLimit: 3) == 1)
            #expect(try await refused(0..<3, "app/ben") == 1)
            #expect(try await refused(0..<1, "app") == 1)
            #expect(try await refused(0..<5, "other/anna") == 0)
            #expect(try await store.deleteHealthSamples(of: "app/anna") == 3)
            #expect(try await refused(0..<4, "app/ben") == 0)
            #expect(try await refused(0..<2, "app") == 1)
        }
    }
}
